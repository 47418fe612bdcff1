import * as links from '#contract/links.ts'
import { urlOf } from '#server/url-of.ts'
import type { Locale } from '#contract/locale.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { resetMailMessages } from './texts/messages.ts'

/** Returns a sample of the mail for a forgotten password, without a recipient. Its link has no token. */
export function sampleMail(locale: Locale): MailContent {
  const t = resetMailMessages[locale]
  return mailContent({
    locale,
    facts: {},
    subject: t.subject,
    paragraphs: [t.asked],
    link: { url: urlOf(links.resetPassword()), label: t.link },
    notes: [t.lifetime, t.unexpected],
  })
}
