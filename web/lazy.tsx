import { lazy, Suspense, use, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { checkOutdated } from './outdated.ts'
import { loadMessagesOf } from './translations.ts'

const delayMs = 2000
const firstRetryMs = 2_000
const longestRetryMs = 30_000
const interactions = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
let hasStarted = false

/**
 * Renders heavy content at the first interaction with the page, or after two seconds. Until then shows `placeholder`,
 * which must have the size of the content.
 */
export function LazyOnInteraction({
  placeholder,
  children,
}: {
  placeholder: ReactNode
  children: ReactNode
}) {
  const [isWanted, setWanted] = useState(hasStarted)

  useEffect(() => {
    function begin(): void {
      hasStarted = true
      setWanted(true)
    }
    const timer = setTimeout(begin, delayMs)
    for (const name of interactions)
      window.addEventListener(name, begin, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const name of interactions) window.removeEventListener(name, begin)
    }
  }, [])

  return <Suspense fallback={placeholder}>{isWanted ? children : <NotYet />}</Suspense>
}

const never = new Promise<never>(() => undefined)

/**
 * Suspends forever, so that one fallback element is shown both before and while the content loads. A new element would
 * lose the focus.
 */
function NotYet(): never {
  return use(never)
}

const partLoaders = new Set<() => Promise<unknown>>()

/**
 * Loads every `lazyPart` of the loaded screens, so that the prerenderer renders these parts too. A browser shows a
 * prerendered part until it has loaded the code of the part.
 */
export async function loadParts(): Promise<void> {
  await Promise.all([...partLoaders].map((load) => load()))
}

/**
 * Returns a component that loads a later part of a page. `name` is that of its messages in `parts` of
 * app/web/screens.ts; undefined if the page's messages contain those of the part.
 * Once `preload` has loaded the part, the component renders without a fallback.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  name?: string,
): ComponentType<Props> & { preload: () => void } {
  let LoadedComponent: ComponentType<Props> | undefined
  async function loadPart() {
    const [component] = await Promise.all([load(), name && loadMessagesOf(name)])
    LoadedComponent = component
    return { default: component }
  }
  const LazyComponent = lazy(() => loadChunk(loadPart))
  partLoaders.add(loadPart)

  function Part(props: Props) {
    // The component must not change while it is mounted, or it would lose its state.
    const [Component] = useState(() => LoadedComponent ?? LazyComponent)
    return <Component {...props} />
  }
  return Object.assign(Part, { preload: () => void loadChunk(loadPart) })
}

/** Loads a part of the page. Never settles if a deployment has removed the part: the page offers a reload instead. */
export function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  return loadPage(load, { maxAttempts: Infinity }).catch(() => never)
}

/**
 * Loads a page of an area. Retries after growing delays, and immediately when the browser is online again. Rejects
 * after `maxAttempts` unless the browser is offline, or if a deployment has removed the page; the router then reloads
 * the document.
 */
export async function loadPage<Part>(
  load: () => Promise<Part>,
  { maxAttempts = 2 } = {},
): Promise<Part> {
  let waitMs = firstRetryMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load()
    } catch (error) {
      if (await checkOutdated()) throw error
      if (attempt >= maxAttempts && navigator.onLine) throw error
      await onlineOr(waitMs)
      waitMs = Math.min(waitMs * 2, longestRetryMs)
    }
  }
}

function onlineOr(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, waitMs)
    window.addEventListener('online', finish)
    function finish(): void {
      clearTimeout(timer)
      window.removeEventListener('online', finish)
      resolve()
    }
  })
}
