import { logOut } from '#domain/browser-session.ts'
import { getMe } from '#domain/me.ts'
import {
  closeSessionCookies,
  cookies,
  openAttemptCookie,
  openSessionCookie,
  readCookie,
} from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { logIn } from './log-in.ts'
import { verifyCode } from './verify-code.ts'

export function loginRoutes(server: Server): void {
  serve(server, contract.primeCsrf, async () => undefined)

  serve(server, contract.login, async ({ body, origin, request, reply }) => {
    const result = await logIn(db, origin, body)
    // Whoever was logged in here before is not any more.
    await logOut(db, origin, readCookie(request, cookies.session))
    if (result.next !== 'done') {
      closeSessionCookies(request, reply)
      openAttemptCookie(reply, result.attemptToken)
      return { next: result.next }
    }
    openSessionCookie(request, reply, result.session)
    const user = await getMe(db, { ...origin, userId: result.userId })
    return { next: 'done' as const, user }
  })

  serve(server, contract.verifyCode, async ({ body, caller, request, reply }) => {
    const session = await verifyCode(db, caller, body)
    openSessionCookie(request, reply, session)
    return { next: 'done' as const, user: await getMe(db, caller) }
  })

  serve(server, contract.logout, async ({ origin, request, reply }) => {
    await logOut(db, origin, readCookie(request, cookies.session))
    closeSessionCookies(request, reply)
  })
}
