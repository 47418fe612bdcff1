import '#web/theme.css'
import '#web/ui/base.css'
import { mayBeLoggedIn } from '#web/device.ts'
import { meQuery } from '#web/me.ts'
import { createQueryClient } from '#web/query-client.ts'
import { onLoggedOut, isLoggedOutMessage } from '#web/session.ts'
import { showArea } from '../area.tsx'
import { loseSession } from '../session-end.ts'
import { createPartnerRouter } from './router.tsx'

const queryClient = createQueryClient()
const router = createPartnerRouter({
  findMe: async () => {
    if (!mayBeLoggedIn('user')) return undefined
    try {
      return await queryClient.ensureQueryData(meQuery)
    } catch (error) {
      // The page is on its way to the login already: nothing more of it is shown.
      if (isLoggedOutMessage(error)) return new Promise(() => undefined)
      throw error
    }
  },
})

onLoggedOut(() => loseSession(router.latestLocation.href))
void showArea(router, queryClient)
