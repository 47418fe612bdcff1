import { passwordFaults, type PasswordContext } from '#contract/password-rules.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { Origin } from '#server/caller.ts'
import { currentBrand } from '#server/current-brand.ts'
import { scalars, type Db, type Transaction } from '#server/db.ts'
import { endAdminSessionsOf } from '../sessions/admin-session.ts'
import { isCommonPassword } from './common-password.ts'
import { isGuessable } from './guessable-password.ts'
import { clearPasswordFailures, consumeRateLimit } from './rate-limit.ts'
import { voidLinksOf } from '../sign-in/link.ts'
import { endLoginAttempts } from '../sign-in/login-attempt.ts'
import { mailUser, type Recipient } from '../mail/mail.ts'
import { isRecentPassword, setPassword } from './password.ts'
import { removeReplacementByPassword } from './second-factor.ts'
import { endSessionsOf } from '../sessions/session.ts'

type NewPassword = {
  password: string
  context: PasswordContext
  field: string
  /** Name of the company, for a sign-up, which has no user yet. */
  company?: string
}

/**
 * Throws a `Refusal` that lists every rule a new password breaks. `userId` is undefined at sign-up. Compares with the
 * former passwords of the user and throws `tooManyRequests` if that was done too often, because Argon2id is CPU-bound.
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
  /** Kind of account; a user by default. */
  kind?: 'user' | 'admin'
  /** Keeps a mailed link to reset the authenticator from an admin: the user may have lost it and the password (U3). */
  keepsAdminReset?: boolean
}

/**
 * Sets a new password for a user or an admin and emails them. Ends everything that the old password may have opened:
 * links, login attempts, authenticator replacements that began with it, and all sessions except `keptSessionId`.
 * Returns the number of ended sessions.
 */
export async function replacePassword(
  tx: Transaction,
  { user, hash, origin, keptSessionId, kind = 'user', keepsAdminReset = false }: Replacement,
): Promise<number> {
  await voidLinksOf(tx, user.id, { keepsAdminReset })
  await removeReplacementByPassword(tx, user.id)
  // Precedes the sessions: this waits for a login attempt that is completing, so that its new session ends too.
  await endLoginAttempts(tx, user.id)
  const ended =
    kind === 'user'
      ? await endSessionsOf(tx, user.id, 'endedPassword', keptSessionId)
      : await endAdminSessionsOf(tx, user.id, 'endedPassword', keptSessionId)
  await setPassword(tx, user.id, hash)
  await clearPasswordFailures(tx, user.id)
  const changedAt = new Date().toISOString()
  await mailUser(tx, 'password-changed', user, { ipAddress: origin.ipAddress, changedAt })
  return ended
}
