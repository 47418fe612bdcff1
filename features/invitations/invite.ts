import type { Locale } from '#contract/locale.ts'
import { record, type Actor } from '#domain/audit.ts'
import { addInvitation } from '#domain/invitation.ts'
import { makeLink } from '#domain/link.ts'
import { addMail } from '#domain/mail.ts'
import { partnerNamed } from '#domain/partner.ts'
import { transaction, type Db } from '#server/db.ts'

type Sent = {
  email: string
  firstname: string
  lastname: string
  company: string
  subsystems: readonly string[]
  preferredLanguage: Locale
}

/** Asks a person to join; the mail with the link goes out if and only if the invitation stands. */
export function invite(
  db: Db,
  actor: Actor,
  sent: Sent,
): Promise<{ invitationId: string; linkId: string }> {
  return transaction(db, async (tx) => {
    const partnerId = await partnerNamed(tx, sent.company)
    const invitationId = await addInvitation(tx, { ...sent, partnerId })
    const linkId = await makeLink(tx, {
      kind: 'invitation',
      email: sent.email,
      invitationId,
      madeBy: actor.userId ?? actor.kind ?? 'system',
    })
    await addMail(tx, {
      kind: 'invitation',
      to: sent.email,
      language: sent.preferredLanguage,
      about: { invitationId, linkId },
    })
    await record(tx, actor, 'invitation_made', {
      targetId: invitationId,
      data: { partnerId, subsystems: sent.subsystems },
    })
    return { invitationId, linkId }
  })
}
