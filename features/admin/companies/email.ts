import * as adminLinks from '#contract/admin-links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { hasOwner } from '#domain/companies/company-role.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findDelegationFacts } from '#domain/companies/partner.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/**
 * Composes the mail that notifies admins that a company has lost its last owner. Returns undefined if it has an owner
 * again, or no longer administers itself.
 */
export async function composeCompanyWithoutOwner(mail: Mail): Promise<MailContent | undefined> {
  const { partnerId = '' } = mail.data
  const company = await findDelegationFacts(db, partnerId)
  if (!company?.delegated || (await hasOwner(db, partnerId))) return undefined
  const t = mailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: { company: company.name },
    subject: t.subject,
    paragraphs: [t.without],
    link: { url: urlOf(adminLinks.company({ id: partnerId, tab: 'delegation' })), label: t.open },
    notes: [],
  })
}
