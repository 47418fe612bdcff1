import '#web/theme.css'
import '#web/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { adminMeQuery } from '#web/admin-me.ts'
import { LocaleProvider } from '#web/locale.ts'
import { createQueryClient } from '#web/query-client.ts'
import { onLoggedOut, saysLoggedOut } from '#web/session.ts'
import { closeSnackbar } from '#web/snackbar.tsx'
import { leaveAdmin } from './leave.ts'
import { createAdminRouter } from './router.tsx'

const queryClient = createQueryClient()
const router = createAdminRouter({
  findAdmin: async () => {
    try {
      return await queryClient.ensureQueryData(adminMeQuery)
    } catch (error) {
      // The page is on its way to the login already: nothing more of it is shown.
      if (saysLoggedOut(error)) return new Promise(() => undefined)
      throw error
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
