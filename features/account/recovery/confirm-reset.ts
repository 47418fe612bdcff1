import type { Body } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { openAccountLink } from '#domain/sign-in/login.ts'
import { endSessionsOf, rotateSession } from '#domain/sessions/session.ts'
import { getUser } from '#domain/accounts/user.ts'
import type { Origin, UserCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import type { confirmPasskeyByLink as byPasskey, confirmResetByLink as byCode } from './contract.ts'
import {
  completeByLink,
  replaceFactor,
  verifyFirstCode,
  verifyPasskeyInstead,
  type LinkStep,
  type Reset,
} from './replace-factor.ts'

/** Completes a reset for a logged-in user: ends every other session and gives this one a new token. */
export async function confirmReset(
  db: Db,
  caller: UserCaller,
  { otp, sessionToken }: { otp: string; sessionToken: string },
): Promise<Reset> {
  const { userId, sessionId } = caller
  const user = await getUser(db, userId)
  const secondStep = { user, origin: caller, verifiedBy: `session:${sessionId}` }
  const newFactor = await verifyFirstCode(db, secondStep, otp)
  const session = await transaction(db, async (tx) => {
    await replaceFactor(tx, secondStep, newFactor)
    await endSessionsOf(tx, userId, 'endedElsewhere', sessionId)
    const newSession = await rotateSession(tx, { id: sessionId, token: sessionToken })
    if (!newSession) throw new Refusal(errorCodes.notLoggedIn)
    return newSession
  })
  return { userId, session, recoveryCodes: newFactor.codes.map(({ code }) => code) }
}

/** Completes a reset through a mailed link: consumes the link, ends every session and starts a new one. */
export async function confirmResetByLink(
  db: Db,
  origin: Origin,
  { otp, ...input }: Body<typeof byCode>,
): Promise<Reset> {
  const step = await openStep(db, origin, input)
  const newFactor = await verifyFirstCode(db, step, otp)
  return completeByLink(db, step, newFactor, (tx) => endSessionsOf(tx, step.user.id))
}

/** Completes a reset through a mailed link with a passkey that replaces the authenticator. */
export async function confirmPasskeyByLink(
  db: Db,
  origin: Origin,
  { response, ...input }: Body<typeof byPasskey>,
): Promise<Reset> {
  const step = await openStep(db, origin, input)
  const newFactor = await verifyPasskeyInstead(db, step, response)
  return completeByLink(db, step, newFactor, (tx) => endSessionsOf(tx, step.user.id))
}

async function openStep(
  db: Db,
  origin: Origin,
  { token, lostPasskeys = [] }: { token: string; lostPasskeys?: string[] | undefined },
): Promise<LinkStep> {
  const { link, account: user } = await openAccountLink(db, origin, 'reset-mfa', token)
  return { user, origin, verifiedBy: `link:${link.id}`, link, lostPasskeys }
}
