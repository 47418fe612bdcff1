import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  lazyRouteComponent,
  Link,
  Outlet,
  RouterProvider,
  useLocation,
  type AnyRouter,
} from '@tanstack/react-router'
import { startTransition, StrictMode, Suspense, type ComponentProps, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { CallFailure } from '#contract/call.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { loadPage } from '#web/lazy.tsx'
import { prepareIntl } from '#web/intl-tasks.ts'
import { LocaleProvider } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { startLocale, type MessageFiles } from '#web/translations.ts'
import { Loading } from '#web/ui/loading.tsx'
import { closeSnackbar, Snackbar } from '#web/ui/snackbar.tsx'
import { Failed } from './dead-ends.tsx'
import styles from './frame.module.css'
import { Frame } from './frame.tsx'
import { menuTargetOf } from './menus.ts'
import type { MenuAnchorProps } from './navigation.tsx'
import { stringifySearch } from '#contract/search.ts'
import { parseSearch } from './search.ts'

/** Options that the routers of both areas behind a login share. */
export const routerOptions = {
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultErrorComponent: Failed,
  scrollRestoration: true,
} as const

/** Milliseconds for which an empty page waits for its first route before it is rendered. */
const maxEmptyMs = 300
const maxRetries = 2

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 30_000 },
      // Without a connection, an action fails immediately: a paused one would still run after its dialog was canceled.
      mutations: { networkMode: 'always' },
    },
  })
}

function shouldRetry(failures: number, error: unknown): boolean {
  return error instanceof CallFailure && error.kind === 'network' && failures < maxRetries
}

/** Renders an area. The server's rendering stays in place until the first page is ready. */
export async function showArea(
  router: AnyRouter,
  queryClient: QueryClient,
  messageFiles: MessageFiles,
  screenFiles: Readonly<Record<string, MessageFiles>>,
): Promise<void> {
  const root = document.querySelector('#root')
  if (!root) throw new Error('this document has no element #root')
  router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    if (pathChanged && !('keepsSnackbar' in toLocation.state)) closeSnackbar()
  })
  const isEmpty = root.childElementCount === 0
  const textsLoaded = startLocale(settings().locale, async (parts) => [
    messageFiles,
    ...parts.map((part) => screenFiles[part]),
  ])
  const routeLoaded = router.load()
  // Runs while the texts and the first route load, because the first calls of Intl block a slow phone.
  void prepareIntl([defaultTimeZone])
  await textsLoaded
  await (isEmpty
    ? Promise.race([routeLoaded, new Promise((resolve) => setTimeout(resolve, maxEmptyMs))])
    : routeLoaded)
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <LocaleProvider>
            <RouterProvider router={router} />
          </LocaleProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

/**
 * Creates the component of a route. If a deployment has removed the component's file, the router reloads the document
 * once.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadPage(load), name)

type FrameProps = Omit<ComponentProps<typeof Frame>, 'anchor' | 'children'> & {
  /** Content above every page. */
  banner?: ReactNode
}

/** The frame around the pages of an area. */
export function AreaFrame({ banner, ...props }: FrameProps) {
  return (
    <>
      <Frame anchor={MenuAnchor} {...props}>
        {banner}
        {/* While a part of a page loads, the frame stays. */}
        <Suspense fallback={<LatePage />}>
          <Outlet />
        </Suspense>
      </Frame>
      <Snackbar />
    </>
  )
}

/** A loading indicator that shows only after a moment, so that a quick load shows none. */
function LatePage() {
  return (
    <div className={styles.late}>
      <Loading />
    </div>
  )
}

/**
 * Menu link that opens a page of the same area without loading another document. It has `aria-current="page"` on its
 * own page and `"true"` on the other pages of its menu item, such as a record of its list.
 */
function MenuAnchor({ to, menu, onLeave, ...props }: MenuAnchorProps) {
  const { pathname } = useLocation()
  const isCurrentItem = menuTargetOf(menu, pathname) === to
  return (
    <Link
      to={to}
      onClick={onLeave}
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      {...(isCurrentItem && { 'aria-current': 'true' })}
      {...props}
    />
  )
}
