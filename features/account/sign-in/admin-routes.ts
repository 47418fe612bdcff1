import { getAdminMe as endpoint } from '#contract/admin.ts'
import { stepUp as stepUpEndpoint } from '#contract/step-up.ts'
import { getAdminMe } from '#domain/admin.ts'
import {
  adminCookies,
  closeSessionCookies,
  openAttemptCookie,
  openSessionCookie,
  readCookie,
} from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './admin-contract.ts'
import { logIn } from './admin-log-in.ts'
import { logOut } from './admin-log-out.ts'
import { beginSetUp, confirmSetUp } from './admin-set-up.ts'
import { stepUp } from './step-up.ts'
import { verifyCode } from './admin-verify-code.ts'

export function adminLoginRoutes(server: Server): void {
  serve(server, contract.primeAdminCsrf, async () => undefined)

  serve(server, endpoint, ({ caller }) => getAdminMe(db, caller.adminId))

  serve(server, contract.adminLogin, async ({ body, origin, request, reply }) => {
    const { next, attemptToken } = await logIn(db, origin, body)
    // Whoever was logged in here before is not any more.
    await logOut(db, origin, readCookie(request, adminCookies.session))
    closeSessionCookies(request, reply)
    openAttemptCookie(reply, attemptToken)
    return { next }
  })

  serve(server, contract.verifyAdminCode, async ({ body, caller, request, reply }) => {
    const session = await verifyCode(db, caller, body)
    openSessionCookie(request, reply, session)
    return { next: 'done' as const, admin: await getAdminMe(db, caller.adminId) }
  })

  serve(server, contract.beginAdminTwoFactor, ({ caller }) => beginSetUp(db, caller))

  serve(server, contract.confirmAdminTwoFactor, async ({ body, caller, request, reply }) => {
    const { session, recoveryCodes } = await confirmSetUp(db, caller, body.otp)
    openSessionCookie(request, reply, session)
    return { next: 'done' as const, admin: await getAdminMe(db, caller.adminId), recoveryCodes }
  })

  serve(server, stepUpEndpoint, ({ caller, body }) => stepUp(db, caller, body.otp))

  serve(server, contract.adminLogout, async ({ origin, request, reply }) => {
    await logOut(db, origin, readCookie(request, adminCookies.session))
    closeSessionCookies(request, reply)
  })
}
