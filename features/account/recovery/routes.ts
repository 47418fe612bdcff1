import type { FastifyReply, FastifyRequest } from 'fastify'
import { getMe } from '#domain/accounts/me.ts'
import type { Origin } from '#server/caller.ts'
import { cookies, openSessionCookie, readCookie } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { beginReset, beginResetByLink } from './begin-reset.ts'
import { confirmPasskeyByLink, confirmReset, confirmResetByLink } from './confirm-reset.ts'
import * as contract from './contract.ts'
import { beginRecovery, confirmRecovery, confirmRecoveryByPasskey } from './recover.ts'
import type { Reset } from './replace-factor.ts'

export function resetTwoFactorRoutes(server: Server): void {
  serve(server, contract.beginReset, ({ body, caller }) => beginReset(db, caller, body))

  serve(server, contract.confirmReset, async ({ body, caller, request, reply }) => {
    // A user always has the cookie; the default satisfies the type.
    const sessionToken = readCookie(request, cookies.session) ?? ''
    const reset = await confirmReset(db, caller, { otp: body.otp, sessionToken })
    openSessionCookie(request, reply, reset.session)
    return { recoveryCodes: reset.recoveryCodes }
  })

  serve(server, contract.beginResetByLink, ({ body, origin }) => beginResetByLink(db, origin, body))

  serve(server, contract.confirmResetByLink, async ({ body, ...call }) =>
    logIn(call, await confirmResetByLink(db, call.origin, body)),
  )

  serve(server, contract.confirmPasskeyByLink, async ({ body, ...call }) =>
    logIn(call, await confirmPasskeyByLink(db, call.origin, body)),
  )

  serve(server, contract.beginRecovery, ({ body, origin }) => beginRecovery(db, origin, body))

  serve(server, contract.confirmRecovery, async ({ body, ...call }) =>
    logIn(call, await confirmRecovery(db, call.origin, body)),
  )

  serve(server, contract.confirmRecoveryByPasskey, async ({ body, ...call }) =>
    logIn(call, await confirmRecoveryByPasskey(db, call.origin, body)),
  )
}

type Call = { origin: Origin; request: FastifyRequest; reply: FastifyReply }

/** Sets the cookies of the new session and returns the reply. */
async function logIn({ origin, request, reply }: Call, { userId, session, recoveryCodes }: Reset) {
  openSessionCookie(request, reply, session)
  return { next: 'done' as const, user: await getMe(db, { ...origin, userId }), recoveryCodes }
}
