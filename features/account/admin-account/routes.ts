import { getAdminAccount } from '#contract/admin.ts'
import {
  adminCookies,
  closeSessionCookies,
  openSessionCookie,
  readCookie,
} from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { changeLanguage, describeAccount } from './account.ts'
import * as contract from './contract.ts'
import { beginReplacement, changePassword, confirmReplacement, renewCodes } from './credentials.ts'
import { endOne, endOthers, listOwnSessions } from './sessions.ts'

export function adminAccountRoutes(server: Server): void {
  serve(server, getAdminAccount, ({ caller }) => describeAccount(db, caller))

  serve(server, contract.listAdminSessions, ({ caller }) => listOwnSessions(db, caller))

  serve(server, contract.endAdminSession, async ({ params, caller, request, reply }) => {
    await endOne(db, caller, params.id)
    if (params.id === caller.sessionId) closeSessionCookies(request, reply)
  })

  serve(server, contract.endOtherAdminSessions, async ({ caller }) => ({
    ended: await endOthers(db, caller),
  }))

  serve(server, contract.changeAdminLanguage, ({ body, caller }) =>
    changeLanguage(db, caller, body.preferredLanguage),
  )

  serve(server, contract.changeAdminPassword, async ({ body, caller, request, reply }) => {
    // An admin always has the cookie; the default satisfies the type.
    const token = readCookie(request, adminCookies.session) ?? ''
    openSessionCookie(request, reply, await changePassword(db, { caller, token }, body))
  })

  serve(server, contract.renewAdminCodes, async ({ caller }) => ({
    recoveryCodes: await renewCodes(db, caller),
  }))

  serve(server, contract.beginAdminReplacement, ({ caller }) => beginReplacement(db, caller))

  serve(server, contract.confirmAdminReplacement, async ({ body, caller, request, reply }) => {
    const token = readCookie(request, adminCookies.session) ?? ''
    const { session, recoveryCodes } = await confirmReplacement(db, { caller, token }, body.otp)
    openSessionCookie(request, reply, session)
    return { recoveryCodes }
  })
}
