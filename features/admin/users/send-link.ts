import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { createLink } from '#domain/link.ts'
import { enqueueMail } from '#domain/mail.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { resetPassword } from './contract.ts'
import { requireUser } from './require-user.ts'

type Wish = { id: string; kind: 'reset-mfa' | 'reset-password'; reason: string }

const { userInactive, partnerInactive } = resetPassword.refusals

/** Mails a person a link to her own address; the admin never sees it. An older one of its kind becomes void. */
export async function sendLink(db: Db, caller: AdminCaller, wish: Wish): Promise<void> {
  const user = await requireUser(db, wish.id)
  if (!user.active) throw new Refusal(userInactive)
  if (!user.partnerActive) throw new Refusal(partnerInactive)
  const { kind, reason } = wish
  const { id: userId, email, preferredLanguage: language } = user
  await transaction(db, async (tx) => {
    const linkId = await createLink(tx, {
      kind,
      email,
      userId,
      createdBy: `admin:${caller.adminId}`,
    })
    await enqueueMail(tx, { kind, to: email, language, userId, data: { userId, linkId } })
    await recordAudit(tx, caller, sent[kind], { targetId: userId, data: { linkId, reason } })
  })
}

const sent = {
  'reset-mfa': 'second_factor_link_sent',
  'reset-password': 'password_link_sent',
} as const
