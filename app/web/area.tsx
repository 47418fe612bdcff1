import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LocaleProvider } from '#web/locale.ts'
import { closeSnackbar } from '#web/snackbar.tsx'
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

/** Shows an area in the page's one place for it. */
export function showArea(router: AnyRouter, queryClient: QueryClient): void {
  const place = document.querySelector('#root')
  if (!place) throw new Error('this page has no place for what is shown after a login')
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && closeSnackbar())
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LocaleProvider>
          <RouterProvider router={router} />
        </LocaleProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
