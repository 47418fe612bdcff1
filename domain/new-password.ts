import { passwordFaults, type PasswordContext } from '#contract/password-rules.ts'
import { errorCodes, type Fault } from '#contract/refusal.ts'
import type { Origin } from '#server/caller.ts'
import { isCommonPassword } from '#server/common-password.ts'
import type { Db, Transaction } from '#server/db.ts'
import { clearPasswordFailures } from './rate-limit.ts'
import { voidLinksOf } from './link.ts'
import { endLoginAttempts } from './login-attempt.ts'
import { enqueueMail } from './mail.ts'
import { isRecentPassword, setPassword } from './password.ts'
import { endSessionsOf } from './session.ts'
import type { User } from './user.ts'

type NewPassword = { password: string; context: PasswordContext; field: string }

/** All that stands against a new password, of a user or of somebody who becomes one; slow on purpose. */
export async function faultsOfNewPassword(
  db: Db,
  userId: string | undefined,
  { password, context, field }: NewPassword,
): Promise<Fault[]> {
  const faults = passwordFaults(password, context, field)
  if (isCommonPassword(password)) {
    faults.push({ code: errorCodes.commonPassword, field, rule: 'commonPassword' })
  }
  if (faults.length > 0 || userId === undefined) return faults
  const isRecent = await isRecentPassword(db, userId, password)
  return isRecent ? [{ code: errorCodes.recentPassword, field, rule: 'recentPassword' }] : []
}

type Replaced = { user: User; hash: string; origin: Origin; keptSessionId?: string }

/**
 * Sets a new password in the place of one that somebody may have known: what it opened ends, and the owner is
 * told. How many sessions ended.
 */
export async function replacePassword(
  tx: Transaction,
  { user, hash, origin, keptSessionId }: Replaced,
): Promise<number> {
  await voidLinksOf(tx, user.id)
  // Before the sessions: an attempt that is being completed now is waited for, and its session ends too.
  await endLoginAttempts(tx, user.id)
  const kept = keptSessionId === undefined ? {} : { except: keptSessionId }
  const ended = await endSessionsOf(tx, user.id, kept)
  await setPassword(tx, user.id, hash)
  await clearPasswordFailures(tx, user.id)
  await enqueueMail(tx, {
    kind: 'password-changed',
    to: user.email,
    language: user.preferredLanguage,
    userId: user.id,
    data: { userId: user.id, ipAddress: origin.ipAddress, changedAt: new Date().toISOString() },
  })
  return ended
}
