import { mailContent, type MailContent } from '#contract/mail.ts'
import { findInvitation } from '#domain/invitation.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { mailMessages } from './texts/messages.ts'

/**
 * To a user whom a company has invited: the way to join for one without a company; any other learns that nothing has
 * changed. Undefined when the invitation was accepted or revoked meanwhile.
 */
export async function composeCompanyInvitation(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', invitationId = '' } = mail.data
  const [user, invitation] = await Promise.all([
    findUser(db, userId),
    findInvitation(db, invitationId),
  ])
  if (!user || !invitation) return undefined
  const t = mailMessages[mail.language]
  const mayJoin = user.partnerId === null && user.active
  return mailContent({
    locale: mail.language,
    facts: { firstname: user.firstname, company: invitation.partnerName },
    subject: t.subject,
    paragraphs: [mayJoin ? t.open : t.closed],
    ...(mayJoin && { link: { url: `${config.publicUrl}/main/join`, label: t.link } }),
    notes: mayJoin ? [t.lifetime, t.unexpected] : [t.unexpected],
  })
}
