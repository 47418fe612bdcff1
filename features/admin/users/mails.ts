import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { createLink } from '#domain/link.ts'
import { mailUser, requeueMail } from '#domain/mail.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { resetPassword } from './contract.ts'
import { requireUser } from './list.ts'

type Request = { id: string; kind: 'reset-mfa' | 'reset-password'; reason: string }

const { userInactive, partnerInactive } = resetPassword.refusals

/** Mails the user a link that the admin never sees. An earlier link of its kind stops working. */
export async function sendLink(db: Db, caller: AdminCaller, request: Request): Promise<void> {
  const user = await requireUser(db, request.id)
  if (!user.active) throw new Refusal(userInactive)
  if (!user.partnerActive) throw new Refusal(partnerInactive)
  const { kind, reason } = request
  const { id: userId, email } = user
  const createdBy = `admin:${caller.adminId}`
  await transaction(db, async (tx) => {
    const linkId = await createLink(tx, { kind, email, userId, createdBy })
    await mailUser(tx, kind, user, { linkId, sender: 'support' })
    await recordAudit(tx, caller, linkActions[kind], { targetId: userId, data: { linkId, reason } })
  })
}

const linkActions = {
  'reset-mfa': 'second_factor_link_sent',
  'reset-password': 'password_link_sent',
} as const

/** Sends a mail to a user again. Throws 404001 for a mail to an admin, too. */
export function resendMail(db: Db, caller: AdminCaller, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const mail = isId(id) ? await requeueMail(tx, id) : undefined
    if (!mail) throw new Refusal(commonErrors.notFound)
    const data = { mailId: id, kind: mail.kind }
    await recordAudit(tx, caller, 'mail_resent', { targetId: mail.userId, data })
  })
}
