import { passwordFaults, type PasswordContext } from '#contract/password-rules.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { Origin } from '#server/caller.ts'
import { isCommonPassword } from '#server/common-password.ts'
import { currentBrand } from '#server/current-brand.ts'
import { scalars, type Db, type Transaction } from '#server/db.ts'
import { isGuessable } from '#server/guessable-password.ts'
import { endAdminSessionsOf } from './admin-session.ts'
import { clearPasswordFailures, consumeRateLimit } from './rate-limit.ts'
import { voidLinksOf } from './link.ts'
import { endLoginAttempts } from './login-attempt.ts'
import { mailUser, type Recipient } from './mail.ts'
import { isRecentPassword, setPassword } from './password.ts'
import { removeReplacementByPassword } from './second-factor.ts'
import { endSessionsOf } from './session.ts'

type NewPassword = {
  password: string
  context: PasswordContext
  field: string
  /** The company's name, where there is no user yet. */
  company?: string
}

/**
 * Throws a Refusal with every rule that a new password breaks; `userId` is undefined at a sign-up. Compares
 * with the former passwords, for each user a limited number of times, or throws `tooManyRequests`: Argon2id, CPU-bound.
 * Never call inside a transaction.
 */
export async function requireValidPassword(
  db: Db,
  userId: string | undefined,
  { password, context, field, company = '' }: NewPassword,
): Promise<void> {
  const faults = passwordFaults(password, context, field)
  const names = await scalars<string>(db)`
    select name from subsystems union all select id from subsystems
    union all select p.name from users u join partners p on p.id = u.partner_id where u.id = ${userId}`
  const { name: brand } = currentBrand()
  if (isCommonPassword(password) || isGuessable(password, [brand, company, ...names])) {
    faults.push({ code: errorCodes.commonPassword, field, rule: 'commonPassword' })
  }
  if (faults.length === 0 && userId !== undefined && (await isRecent(db, userId, password))) {
    faults.push({ code: errorCodes.recentPassword, field, rule: 'recentPassword' })
  }
  if (faults[0]) throw new Refusal(faults[0].code, { faults })
}

async function isRecent(db: Db, userId: string, password: string): Promise<boolean> {
  const limited = await consumeRateLimit(db, 'newPasswords', userId)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  return isRecentPassword(db, userId, password)
}

type Replacement = {
  user: Recipient
  hash: string
  origin: Origin
  keptSessionId?: string
  /** Of whom; a user by default. */
  kind?: 'user' | 'admin'
  /** A link mailed by an admin to reset the authenticator still works: the user may have lost both (U3). */
  keepsAdminReset?: boolean
}

/**
 * Sets a new password of a user or an admin and mails them. Ends everything that the old one opened: links, login attempts, and
 * all sessions but the kept one, and resets of the authenticator that it began. Returns how many sessions ended.
 */
export async function replacePassword(
  tx: Transaction,
  { user, hash, origin, keptSessionId, kind = 'user', keepsAdminReset = false }: Replacement,
): Promise<number> {
  await voidLinksOf(tx, user.id, { keepsAdminReset })
  await removeReplacementByPassword(tx, user.id)
  // Before the sessions: this waits for an attempt that is being completed, whose session then ends too.
  await endLoginAttempts(tx, user.id)
  const ended =
    kind === 'user'
      ? await endSessionsOf(tx, user.id, keptSessionId, 'endedPassword')
      : await endAdminSessionsOf(tx, user.id, 'endedPassword', keptSessionId)
  await setPassword(tx, user.id, hash)
  await clearPasswordFailures(tx, user.id)
  const changedAt = new Date().toISOString()
  await mailUser(tx, 'password-changed', user, { ipAddress: origin.ipAddress, changedAt })
  return ended
}
