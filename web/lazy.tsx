import { lazy, Suspense, use, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { checkOutdated } from './outdated.ts'
import { loadMessagesOf } from './translations.ts'

const delayMs = 2000
const shortestRetryMs = 1_000
const longestRetryMs = 30_000
const interactions = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
let hasBegun = false

/**
 * Renders heavy content at the first interaction with the page, or after two seconds. Until then `place` stands
 * in for it: it must be as large as the content.
 */
export function LazyOnInteraction({ place, children }: { place: ReactNode; children: ReactNode }) {
  const [isWanted, setWanted] = useState(hasBegun)

  useEffect(() => {
    function begin(): void {
      hasBegun = true
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

  return <Suspense fallback={place}>{isWanted ? children : <NotYet />}</Suspense>
}

const never = new Promise<never>(() => undefined)

/** Suspends for ever: the fallback stays the same element until the content has loaded, so it keeps the focus. */
function NotYet(): never {
  return use(never)
}

const allParts = new Set<() => Promise<unknown>>()

/** Loads every part of the screens that are loaded, for the prerenderer: what it renders the browser keeps meanwhile. */
export async function loadParts(): Promise<void> {
  await Promise.all([...allParts].map((load) => load()))
}

/**
 * A later part of a page, with the messages that the part brings (app/web/screens.ts `parts`). Once `preload` has
 * fetched it, it renders without a fallback.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  name?: string,
): ComponentType<Props> & { preload: () => void } {
  let Loaded: ComponentType<Props> | undefined
  async function loadPart() {
    const [component] = await Promise.all([load(), name && loadMessagesOf(name)])
    Loaded = component
    return { default: component }
  }
  const Later = lazy(() => loadChunk(loadPart))
  allParts.add(loadPart)

  function Part(props: Props) {
    // The same element until the part goes, so that it keeps its state.
    const [Component] = useState(() => Loaded ?? Later)
    return <Component {...props} />
  }
  return Object.assign(Part, { preload: () => void loadChunk(loadPart) })
}

/** Loads a part of the page. One that a deployment has removed never comes: the page offers a reload instead. */
export function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  return loadPage(load, Infinity).catch(() => never)
}

/**
 * Loads a page of an area, and retries: at once when the browser is online again, and as long as it is offline.
 * Rejects after `maxTries`, and when a deployment has removed it; the router then reloads the document.
 */
export async function loadPage<Part>(load: () => Promise<Part>, maxTries = 2): Promise<Part> {
  let waitMs = shortestRetryMs
  for (let tries = 1; ; tries += 1) {
    try {
      return await load()
    } catch (error) {
      if (await checkOutdated()) throw error
      if (tries >= maxTries && navigator.onLine) throw error
      waitMs = Math.min(waitMs * 2, longestRetryMs)
      await onlineOr(waitMs)
    }
  }
}

function onlineOr(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(goOn, waitMs)
    window.addEventListener('online', goOn)
    function goOn(): void {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      resolve()
    }
  })
}
