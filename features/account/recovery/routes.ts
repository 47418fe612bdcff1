import { getMe } from '#domain/me.ts'
import { cookies, openSessionCookie, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { beginReset, beginResetByLink } from './begin-reset.ts'
import { confirmPasskeyByLink, confirmReset, confirmResetByLink } from './confirm-reset.ts'
import * as contract from './contract.ts'
import { sendLink } from './send-link.ts'

export function resetTwoFactorRoutes(server: Server): void {
  serve(server, contract.sendResetLink, ({ caller }) => sendLink(db, caller))

  serve(server, contract.beginReset, ({ body, caller }) => beginReset(db, caller, body))

  serve(server, contract.confirmReset, async ({ body, caller, request, reply }) => {
    const sessionToken = readCookie(request, cookies.session) ?? ''
    const reset = await confirmReset(db, caller, { otp: body.otp, sessionToken })
    openSessionCookie(request, reply, reset.session)
    return { recoveryCodes: reset.recoveryCodes }
  })

  serve(server, contract.beginResetByLink, ({ body, origin }) => beginResetByLink(db, origin, body))

  serve(server, contract.confirmResetByLink, async ({ body, origin, request, reply }) => {
    const { userId, session, recoveryCodes } = await confirmResetByLink(db, origin, body)
    openSessionCookie(request, reply, session)
    const user = await getMe(db, { ...origin, userId })
    return { next: 'done' as const, user, recoveryCodes }
  })

  serve(server, contract.confirmPasskeyByLink, async ({ body, origin, request, reply }) => {
    const { userId, session, recoveryCodes } = await confirmPasskeyByLink(db, origin, body)
    openSessionCookie(request, reply, session)
    const user = await getMe(db, { ...origin, userId })
    return { next: 'done' as const, user, recoveryCodes }
  })
}
