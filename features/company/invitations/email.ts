import * as links from '#contract/links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { findInvitation } from '#domain/invitations/invitation.ts'
import { findInviter } from '#domain/invitations/inviter.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findUser } from '#domain/accounts/user.ts'
import { listOfferedNames } from '#domain/platforms/offered-platform.ts'
import { currentBrand } from '#server/current-brand.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/**
 * Composes the mail to a user whom a company has invited. An active user without a company gets instructions to join;
 * the mail to any other user says that nothing has changed. Returns undefined if the user no longer exists, or if the
 * invitation has been accepted or revoked since.
 */
export async function composeCompanyInvitation(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', invitationId = '' } = mail.data
  const user = await findUser(db, userId)
  const invitation = await findInvitation(db, invitationId)
  if (!user || !invitation) return undefined
  const t = mailMessages[mail.language]
  const mayJoin = user.partnerId === null && user.active
  const { partnerId, partnerName: company, subsystems } = invitation
  const platforms = await listOfferedNames(db, partnerId, subsystems)
  const { by, inviter } = await findInviter(db, invitation)
  return mailContent({
    locale: mail.language,
    facts: {
      by: by === 'colleague' ? by : ('other' as const),
      inviter,
      company,
      platforms: platforms.length > 0 ? platforms : [currentBrand().name],
    },
    subject: mayJoin ? t.subject : t.closedSubject,
    paragraphs: mayJoin ? [t.invited, t.open] : [t.closed],
    ...(mayJoin && { link: { url: urlOf(links.join()), label: t.link } }),
    notes: mayJoin ? [t.lifetime, t.unexpected] : [t.unexpected],
  })
}
