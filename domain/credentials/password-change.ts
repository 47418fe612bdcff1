import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { AdminCaller, UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { recordAudit } from '../audit/audit.ts'
import { findKnownBrowser } from '../sessions/known-browser.ts'
import type { Recipient } from '../mail/mail.ts'
import { replacePassword, requireValidPassword } from './new-password.ts'
import { hashPassword } from './password.ts'
import type { StartedSession } from '../sessions/session.ts'
import { verifyPassword } from './verification.ts'

/** User or admin who is logged in. */
type Owner = Recipient & { firstname: string; lastname: string }

type PasswordChange = {
  owner: Owner
  caller: UserCaller | AdminCaller
  /** Replaces the token of the caller's session; returns undefined if the session has ended in the meantime. */
  rotate: (tx: Transaction) => Promise<StartedSession | undefined>
}

/**
 * Changes the caller's password and ends all other sessions, because an attacker may have opened them with the old
 * password. Argon2id, CPU-bound. Throws `wrongOldPassword`, `tooManyRequests`, `changedMeanwhile` and the errors of
 * `requireValidPassword`.
 */
export async function changeOwnPassword(
  db: Db,
  { owner, caller, rotate }: PasswordChange,
  passwords: { oldPassword: string; newPassword: string },
): Promise<StartedSession> {
  await verifyOldPassword(db, caller, owner, passwords.oldPassword)
  await requireValidPassword(db, owner.id, {
    password: passwords.newPassword,
    context: { person: owner, isSignUp: false },
    field: 'newPassword',
  })
  const hash = await hashPassword(passwords.newPassword)
  return transaction(db, async (tx) => {
    const { sessionId: keptSessionId, kind } = caller
    const replacement = { user: owner, hash, origin: caller, keptSessionId, kind }
    const endedSessions = await replacePassword(tx, replacement)
    const session = await rotate(tx)
    if (!session) throw new Refusal(errorCodes.changedMeanwhile)
    await recordAudit(tx, caller, 'password_changed', { data: { endedSessions } })
    return session
  })
}

/** Verifies the old password. Accepts also a compromised one, because changing it is the remedy. */
async function verifyOldPassword(
  db: Db,
  caller: UserCaller | AdminCaller,
  owner: Owner,
  password: string,
): Promise<void> {
  const check = {
    origin: caller,
    owner,
    browserId: await findKnownBrowser(db, owner.id, caller),
    errors: { limited: errorCodes.tooManyRequests, wrong: errorCodes.wrongOldPassword },
    onFailure: (tx: Transaction, reason: string) =>
      recordAudit(tx, caller, 'password_change_refused', {
        data: { reason: reason === 'password' ? 'old password' : reason },
      }),
  }
  await verifyPassword(db, check, { password, field: 'oldPassword', accept: 'any' })
}
