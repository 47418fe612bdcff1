import { mailContent, type MailContent } from '#contract/mail.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findPartner } from '#domain/companies/partner.ts'
import { findPlatformAccessRefusal } from '#domain/platform-access/platform-access.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { findUser } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { mailMessages } from './texts/messages.ts'

/**
 * Composes the mail to a user whom a platform invited but who got no new access: the user already has access, or cannot
 * get it. Returns undefined if the user, company or platform no longer exists.
 */
export async function composePlatformInvitation(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', partnerId = '', platformId = '', redirectUrl } = mail.data
  const [user, company, platform] = await Promise.all([
    findUser(db, userId),
    findPartner(db, partnerId),
    findSubsystem(db, platformId),
  ])
  if (!user || !company || !platform) return undefined
  const t = mailMessages[mail.language]
  const isOpen =
    user.partnerId === partnerId &&
    (await findPlatformAccessRefusal(db, userId, platformId, undefined)) === undefined
  const label = t.link({ platform: platform.name })
  return mailContent({
    locale: mail.language,
    facts: { firstname: user.firstname, company: company.name, platform: platform.name },
    subject: isOpen ? t.subject : t.closedSubject,
    paragraphs: [isOpen ? t.open : t.closed],
    ...(isOpen && { link: { url: redirectUrl ?? platform.url, label } }),
    notes: [t.unexpected],
  })
}
