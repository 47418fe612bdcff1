import type { Body } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { findKnownBrowser } from '#domain/known-browser.ts'
import { replacePassword, requireValidPassword } from '#domain/new-password.ts'
import { hashPassword } from '#domain/password.ts'
import { rotateSession, type StartedSession } from '#domain/session.ts'
import { getUser, type User } from '#domain/user.ts'
import { verifyPassword } from '#domain/verification.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { changePassword as endpoint } from './contract.ts'

const { refusals } = endpoint

/** The user's session, and the token that the answer replaces. */
type Current = { caller: UserCaller; token: string }

/** Ends every other session, because an attacker may have opened them with the old password. */
export async function changePassword(
  db: Db,
  { caller, token }: Current,
  sent: Body<typeof endpoint>,
): Promise<StartedSession> {
  const user = await getUser(db, caller.userId)
  await verifyOldPassword(db, caller, user, sent.oldPassword)
  await requireValidPassword(db, user.id, {
    password: sent.newPassword,
    context: { person: user, isSignUp: false },
    field: 'newPassword',
  })
  const hash = await hashPassword(sent.newPassword)
  return transaction(db, async (tx) => {
    const { sessionId } = caller
    const replacement = { user, hash, origin: caller, keptSessionId: sessionId }
    const endedSessions = await replacePassword(tx, replacement)
    const session = await rotateSession(tx, { id: sessionId, token })
    if (!session) throw new Refusal(refusals.changedMeanwhile)
    await recordAudit(tx, caller, 'password_changed', { data: { endedSessions } })
    return session
  })
}

/** Also accepts a password that was reported as known to somebody else: changing it is the remedy. */
async function verifyOldPassword(
  db: Db,
  caller: UserCaller,
  user: User,
  password: string,
): Promise<void> {
  const check = {
    origin: caller,
    owner: user,
    browserId: await findKnownBrowser(db, user.id, caller),
    errors: { limited: refusals.tooManyRequests, wrong: refusals.wrongOldPassword },
    onFailure: (tx: Transaction, reason: string) =>
      recordAudit(tx, caller, 'password_change_refused', {
        data: { reason: reason === 'password' ? 'old password' : reason },
      }),
  }
  await verifyPassword(db, check, { password, field: 'oldPassword', accept: 'any' })
}
