import type { Body } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import {
  refundCheck,
  recordFailure,
  consumeCheck,
  type CredentialCheck,
} from '#domain/rate-limit.ts'
import { refundWhenBusy } from '#domain/verification.ts'
import { findKnownBrowser } from '#domain/known-browser.ts'
import { faultsOfNewPassword, replacePassword } from '#domain/new-password.ts'
import { hashPassword, isCurrentPassword } from '#domain/password.ts'
import { rotateSession, type StartedSession } from '#domain/session.ts'
import { getUser, type User } from '#domain/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { changePassword as endpoint } from './contract.ts'

const { refusals } = endpoint

type Sent = Body<typeof endpoint>
/** The session's present token: the answer brings another one. */
type From = { caller: UserCaller; token: string }

/** Whoever stole the old password loses every session it opened; the caller keeps this one. */
export async function changePassword(db: Db, from: From, sent: Sent): Promise<StartedSession> {
  const user = await getUser(db, from.caller.userId)
  await requireOldPassword(db, { ...from, user }, sent.oldPassword)
  const faults = await faultsOfNewPassword(db, user.id, {
    password: sent.newPassword,
    context: { person: user, isSignUp: false },
    field: 'newPassword',
  })
  if (faults[0]) throw new Refusal(faults[0].code, { faults })
  const hash = await hashPassword(sent.newPassword)
  return transaction(db, (tx) => replaceFor(tx, { ...from, user, hash }))
}

/** A wrong one is a failure at the account, as it is at the login. */
async function requireOldPassword(
  db: Db,
  { caller, user }: From & { user: User },
  password: string,
): Promise<void> {
  const browserId = await findKnownBrowser(db, user.id, caller)
  const guess: CredentialCheck = { what: 'password', origin: caller, owner: user, browserId }
  const taken = await consumeCheck(db, guess)
  if (taken.retryAfterSeconds !== undefined) throw new Refusal(refusals.tooManyRequests, taken)
  const isRight = await refundWhenBusy(db, guess, () => isCurrentPassword(db, user.id, password))
  if (isRight && !taken.isLockedOut) return refundCheck(db, guess)
  await transaction(db, async (tx) => {
    await recordFailure(tx, guess, taken)
    await recordAudit(tx, caller, 'password_change_refused', { data: { reason: 'old password' } })
  })
  throw new Refusal(refusals.wrongOldPassword, { field: 'oldPassword' })
}

type Change = From & { user: User; hash: string }

async function replaceFor(
  tx: Transaction,
  { caller, token, user, hash }: Change,
): Promise<StartedSession> {
  const kept = { keptSessionId: caller.sessionId }
  const endedSessions = await replacePassword(tx, { user, hash, origin: caller, ...kept })
  const session = await rotateSession(tx, { id: caller.sessionId, token })
  if (!session) throw new Refusal(refusals.changedMeanwhile)
  await recordAudit(tx, caller, 'password_changed', { data: { endedSessions } })
  return session
}
