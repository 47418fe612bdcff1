import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from './rendering.ts'
import { RouterProvider } from './routing.ts'
import { LocaleProvider } from '#web/locale.ts'
import { closeSnackbar } from '#web/ui/snackbar.tsx'
import { Failed } from './dead-ends.tsx'
import { parseSearch, stringifySearch } from './search.ts'

/** What the routers of both areas behind a login have in common. */
export const routerOptions = {
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultErrorComponent: Failed,
  scrollRestoration: true,
} as const

const patienceMs = 300

/** Shows an area in the page's one place for it: what the HTML shows there stays until the first page is ready. */
export async function showArea(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  const place = document.querySelector('#root')
  if (!place) throw new Error('this page has no place for what is shown after a login')
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && closeSnackbar())
  const ready = router.load()
  const isEmpty = place.childElementCount === 0
  await (isEmpty ? Promise.race([ready, passed(patienceMs)]) : ready)
  startTransition(() =>
    createRoot(place).render(
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

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
