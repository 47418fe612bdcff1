import type { Locale } from '#contract/locale.ts'
import { record, type Actor } from '#domain/audit.ts'
import { addInvitation } from '#domain/invitation.ts'
import { makeLink } from '#domain/link.ts'
import { addMail } from '#domain/mail.ts'
import { partnerNamed } from '#domain/partner.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

type Guest = {
  email: string
  firstname: string
  lastname: string
  subsystems: readonly string[]
  preferredLanguage: Locale
  redirectUrl?: string | undefined
}
type Invited = { invitationId: string; linkId: string }

/** Asks a person to join a company; one that is not known yet is made. */
export function invite(
  db: Db,
  actor: Actor,
  { company, ...guest }: Guest & { company: string },
): Promise<Invited> {
  return transaction(db, async (tx) =>
    inviteTo(tx, actor, { ...guest, partnerId: await partnerNamed(tx, company) }),
  )
}

/** The mail with the link goes out if and only if the invitation stands. */
export async function inviteTo(
  tx: Transaction,
  actor: Actor,
  guest: Guest & { partnerId: string },
): Promise<Invited> {
  const invitationId = await addInvitation(tx, guest)
  const linkId = await mailLink(tx, actor, { ...guest, id: invitationId })
  const { partnerId, subsystems } = guest
  await record(tx, actor, 'invitation_made', {
    targetId: invitationId,
    data: { partnerId, subsystems },
  })
  return { invitationId, linkId }
}

/** Each new link of an invitation makes the older ones void. */
export async function mailLink(
  tx: Transaction,
  actor: Actor,
  { id, email, preferredLanguage }: { id: string; email: string; preferredLanguage: Locale },
): Promise<string> {
  const linkId = await makeLink(tx, {
    kind: 'invitation',
    email,
    invitationId: id,
    madeBy: actor.adminId === undefined ? (actor.kind ?? 'system') : `admin:${actor.adminId}`,
  })
  await addMail(tx, {
    kind: 'invitation',
    to: email,
    language: preferredLanguage,
    about: { invitationId: id, linkId },
  })
  return linkId
}
