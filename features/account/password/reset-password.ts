import type { Body, Reply } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { consumeLink } from '#domain/sign-in/link.ts'
import { openAccountLink, userLogins } from '#domain/sign-in/login.ts'
import { replacePassword, requireValidPassword } from '#domain/credentials/new-password.ts'
import { listPasskeys } from '#domain/passkeys/passkey.ts'
import { hashPassword } from '#domain/credentials/password.ts'
import { delayRecovery } from '#domain/sign-in/recovery.ts'
import type { Origin } from '#server/caller.ts'
import { databaseNow } from '#server/database-clock.ts'
import { transaction, type Db } from '#server/db.ts'
import { replyOf } from '#server/http.ts'
import { confirmPasswordReset } from './contract.ts'

const recentMs = 30 * 24 * 60 * 60 * 1000

/** Sets a new password, or the first one of a user who was added without one. Ends every session and starts none. */
export async function resetPassword(
  db: Db,
  origin: Origin,
  input: Body<typeof confirmPasswordReset>,
): Promise<Reply<typeof confirmPasswordReset>> {
  const { link, account: user } = await openAccountLink(db, origin, 'reset-password', input.token)
  await requireValidPassword(db, user.id, {
    password: input.password,
    context: { person: user, isSignUp: false },
    field: 'password',
  })
  const hash = await hashPassword(input.password)
  await transaction(db, async (tx) => {
    if (!(await consumeLink(tx, link.id))) throw new Refusal(errorCodes.invalidLink)
    const replacement = { user, hash, origin, keepsAdminReset: true }
    const endedSessions = await replacePassword(tx, replacement)
    const delayedRecovery = await delayRecovery(tx, user)
    await recordAudit(tx, { ...origin, userId: user.id }, 'password_reset', {
      targetId: user.id,
      data: { linkId: link.id, endedSessions, ...(delayedRecovery && { delayedRecovery }) },
    })
  })
  return replyOf(confirmPasswordReset, { recentPasskeys: await listRecentPasskeys(db, user.id) })
}

/**
 * Returns the recent passkeys. Called only after the password is set, because a link alone must not reveal them.
 * Removing a passkey requires a login (decision 0096).
 */
async function listRecentPasskeys(db: Db, userId: string) {
  if (userLogins.passkeys.mode === 'off') return []
  const since = databaseNow() - recentMs
  const passkeys = await listPasskeys(db, userId)
  return passkeys.filter(({ isDisabled, createdAt }) => !isDisabled && createdAt.getTime() > since)
}
