import type { Body } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { consumeLink } from '#domain/link.ts'
import { openAccountLink } from '#domain/login.ts'
import { replacePassword, requireValidPassword } from '#domain/new-password.ts'
import { hashPassword } from '#domain/password.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import type { confirmReset } from './contract.ts'

/** Also sets the first password of a user who was added without one. Ends every session and starts none. */
export async function resetPassword(
  db: Db,
  origin: Origin,
  sent: Body<typeof confirmReset>,
): Promise<void> {
  const { link, account: user } = await openAccountLink(db, origin, 'reset-password', sent.token)
  await requireValidPassword(db, user.id, {
    password: sent.password,
    context: { person: user, isSignUp: false },
    field: 'password',
  })
  const hash = await hashPassword(sent.password)
  await transaction(db, async (tx) => {
    if (!(await consumeLink(tx, link.id))) throw new Refusal(errorCodes.invalidLink)
    const replacement = { user, hash, origin, keepsAdminReset: true }
    const endedSessions = await replacePassword(tx, replacement)
    await recordAudit(tx, { ...origin, userId: user.id }, 'password_reset', {
      targetId: user.id,
      data: { linkId: link.id, endedSessions },
    })
  })
}
