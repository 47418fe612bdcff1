import '#web/theme.css'
import '#web/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Refusal } from '#contract/refusal.ts'
import { adminMeQuery } from '#web/admin-me.ts'
import { LocaleProvider } from '#web/locale.ts'
import { createQueryClient } from '#web/query-client.ts'
import { onLoggedOut } from '#web/session.ts'
import { closeSnackbar } from '#web/snackbar.tsx'
import { leaveAdmin } from './leave.ts'
import { createAdminRouter } from './router.tsx'

const queryClient = createQueryClient()
const router = createAdminRouter({
  findAdmin: async () => {
    try {
      return await queryClient.ensureQueryData(adminMeQuery)
    } catch (error) {
      // Only where no answer came is it worth to ask again (requirement ST-05).
      if (!(error instanceof Refusal)) throw error
      leaveAdmin(error, router.latestLocation.href)
      return new Promise(() => undefined)
    }
  },
})

onLoggedOut((error) => leaveAdmin(error, router.latestLocation.href))
router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && closeSnackbar())

const place = document.querySelector('#root')
if (!place) throw new Error('this page has no place for the admin area')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <LocaleProvider>
        <RouterProvider router={router} />
      </LocaleProvider>
    </QueryClientProvider>
  </StrictMode>,
)
