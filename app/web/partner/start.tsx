import { messageFiles, screenFiles } from 'virtual:messages/partner'
import { mayBeLoggedIn } from '#web/browser-storage.ts'
import { meQuery } from '#web/me.ts'
import { onLoggedOut, isLoggedOutError } from '#web/session.ts'
import { createQueryClient, showArea } from '../area.tsx'
import { loseSession } from '../leave.ts'
import { receivePageData } from '../page-data.ts'
import { createPartnerRouter } from './router.tsx'

const queryClient = createQueryClient()
receivePageData(queryClient)
const router = createPartnerRouter({
  findMe: async () => {
    if (!mayBeLoggedIn('user')) return undefined
    try {
      return await queryClient.ensureQueryData(meQuery)
    } catch (error) {
      // onLoggedOut is already leaving for the login. Without a result, the router renders nothing more.
      if (isLoggedOutError(error)) return new Promise(() => undefined)
      throw error
    }
  },
})

onLoggedOut((error) => loseSession(router.latestLocation.href, error))
void showArea(router, queryClient, messageFiles, screenFiles)
