import * as links from '#contract/links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { fewCodes } from '#contract/account-limits.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { protectiveLink } from '#domain/mail/protective-link.ts'
import { countRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { findUser } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/** Composes the email about few remaining recovery codes; undefined if the user has created new ones meanwhile. */
export async function composeFewCodes(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '' } = mail.data
  const user = await findUser(db, userId)
  const left = await countRecoveryCodes(db, userId)
  if (!user || left > fewCodes) return undefined
  const locale = mail.language
  const t = mailMessages[locale]
  return mailContent({
    locale,
    facts: { firstname: user.firstname },
    subject: t.subject,
    paragraphs: [t.used, left === 0 ? t.none : t.left({ count: left }), t.renew],
    link: { url: urlOf(links.security()), label: t.link },
    notes: [t.unexpected],
  })
}

export function composeCodesCreated(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  const { createdSubject: subject, created, unexpected } = t
  return composeFact(mail, { subject, paragraphs: [created], notes: [unexpected] })
}

/**
 * Composes the email to a user or admin about a new second factor. If the user was already logged in, the email has a
 * link that logs out everywhere, unless the link no longer works.
 */
export async function composeTwoFactorSet(mail: Mail): Promise<MailContent | undefined> {
  const { linkId = '' } = mail.data
  const token = linkId && (await mailedToken(db, linkId))
  const { set, setSubject: subject, ...t } = mailMessages[mail.language]
  if (!token) return composeFact(mail, { subject, paragraphs: [set], notes: [t.unexpected] })
  const link = protectiveLink(links.logMeOut(), token, t.stop)
  return composeFact(mail, {
    subject,
    paragraphs: [set, t.stranger],
    link,
    notes: [t.stopLifetime],
  })
}
