import { messageFiles, screenFiles } from 'virtual:messages/admin'
import { adminMeQuery, isAnswerOfSession } from '#web/me.ts'
import { mayBeLoggedIn } from '#web/browser-storage.ts'
import { onLoggedOut } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { createQueryClient, showArea } from '../area.tsx'
import { leaveAdmin } from '../leave.ts'
import { receiveAdminPageData } from './page-data.ts'
import { createAdminRouter } from './router.tsx'

const queryClient = createQueryClient()
receiveAdminPageData(queryClient)
const router = createAdminRouter({
  findAdmin: async () => {
    // With an identity provider, only the server knows the address of the login.
    if (settings().adminSignIn === 'local' && !mayBeLoggedIn('admin')) {
      leaveAdmin(router.latestLocation.href)
      // Never resolves, because the browser is leaving the page.
      return new Promise(() => undefined)
    }
    // The query forgets the login.
    const wasLoggedIn = mayBeLoggedIn('admin')
    try {
      return await queryClient.ensureQueryData(adminMeQuery)
    } catch (error) {
      // A call without an answer about the session is rethrown, so that the page can offer a retry (ST-05).
      if (!isAnswerOfSession(error)) throw error
      leaveAdmin(router.latestLocation.href, error, wasLoggedIn)
      return new Promise(() => undefined)
    }
  },
})

onLoggedOut((error) => leaveAdmin(router.latestLocation.href, error))
void showArea(router, queryClient, messageFiles, screenFiles)
