import { randomInt } from 'node:crypto'
import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { byRecovery, createLink, expiryOf, voidLinkOf } from '#domain/link.ts'
import { mailUser, requeueMail } from '#domain/mail.ts'
import type { User } from '#domain/user.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import * as contract from './contract.ts'
import { requireUser } from './list.ts'

type Request = { id: string; kind: 'reset-mfa' | 'reset-password'; reason: string }

const { userInactive, partnerInactive } = contract.resetPassword.refusals

/** Mails the user a link that the admin never sees. An earlier link of its kind stops working. */
export async function sendLink(db: Db, caller: AdminCaller, request: Request): Promise<void> {
  const user = await requireActive(db, request.id)
  const { kind, reason } = request
  const { id: userId, email } = user
  const createdBy = `admin:${caller.adminId}`
  await transaction(db, async (tx) => {
    const linkId = await createLink(tx, { kind, email, userId, createdBy })
    await mailUser(tx, kind, user, { linkId, sender: 'support' })
    await recordAudit(tx, caller, linkActions[kind], { targetId: userId, data: { linkId, reason } })
  })
}

/**
 * Mails a link for the password and one for the second factor. A reader of the mailbox could follow both: the second
 * one asks for a code, too, which only this call answers, once (decision 0107).
 */
export async function recoverAccount(
  db: Db,
  caller: AdminCaller,
  { id, reason }: Pick<Request, 'id' | 'reason'>,
): Promise<{ supportCode: string; expiresAt: Date }> {
  const user = await requireActive(db, id)
  const supportCode = String(randomInt(1_000_000)).padStart(6, '0')
  const about = { email: user.email, userId: user.id, createdBy: byRecovery + caller.adminId }
  const expiresAt = await transaction(db, async (tx) => {
    const linkIds = [
      await createLink(tx, { ...about, kind: 'reset-password' }),
      await createLink(tx, { ...about, kind: 'reset-mfa', supportCode }),
    ] as const
    const facts = { sender: 'support', recovery: 'yes' }
    await mailUser(tx, 'reset-password', user, { ...facts, linkId: linkIds[0] })
    await mailUser(tx, 'reset-mfa', user, { ...facts, linkId: linkIds[1] })
    const data = { linkIds, reason }
    await recordAudit(tx, caller, 'account_recovery_begun', { targetId: user.id, data })
    return expiryOf(tx, linkIds[1])
  })
  return { supportCode, expiresAt }
}

type Revocation = { id: string; tokenId: string; reason?: string | undefined }

/** Throws 404001 alike for another user's link, one that no longer works, one that only logs out, and an unknown id. */
export async function revokeLink(
  db: Db,
  caller: AdminCaller,
  { id, tokenId, reason }: Revocation,
): Promise<void> {
  const { id: userId } = await requireUser(db, id)
  await transaction(db, async (tx) => {
    const kind = isId(tokenId) ? await voidLinkOf(tx, userId, tokenId) : undefined
    if (!kind) throw new Refusal(commonErrors.notFound)
    const data = { linkId: tokenId, kind, ...(reason && { reason }) }
    await recordAudit(tx, caller, 'link_revoked', { targetId: userId, data })
  })
}

const linkActions = {
  'reset-mfa': 'second_factor_link_sent',
  'reset-password': 'password_link_sent',
} as const

async function requireActive(db: Db, id: string): Promise<User> {
  const user = await requireUser(db, id)
  if (!user.active) throw new Refusal(userInactive)
  if (!user.partnerActive) throw new Refusal(partnerInactive)
  return user
}

/** Sends a mail to a user again. Throws 404001 for a mail to an admin, too. */
export function resendMail(db: Db, caller: AdminCaller, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const mail = isId(id) ? await requeueMail(tx, id) : undefined
    if (!mail) throw new Refusal(commonErrors.notFound)
    const data = { mailId: id, kind: mail.kind }
    await recordAudit(tx, caller, 'mail_resent', { targetId: mail.userId, data })
  })
}
