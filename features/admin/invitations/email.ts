import type { MailContent } from '#contract/mail.ts'
import { findInvitation } from '#domain/invitation.ts'
import { mailedToken } from '#domain/link.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { mailMessages } from './messages.ts'

/** Undefined when the invitation was accepted, revoked or replaced meanwhile. */
export async function composeInvitation(mail: Mail): Promise<MailContent | undefined> {
  const { invitationId = '', linkId = '' } = mail.data
  const invitation = await findInvitation(db, invitationId)
  const token = await mailedToken(db, linkId)
  if (!invitation || !token) return undefined
  const { email, redirectUrl } = invitation
  const search = new URLSearchParams({
    user: email,
    ...(redirectUrl !== null && { redirect_url: redirectUrl }),
  })
  const t = mailMessages[mail.language]
  return {
    locale: mail.language,
    facts: { firstname: invitation.firstname, company: invitation.partnerName },
    subject: t.subject,
    paragraphs: [t.invited],
    link: { url: `${config.publicUrl}/sign-up/${token}?${search}`, label: t.link },
    notes: [t.lifetime, t.unexpected],
  }
}
