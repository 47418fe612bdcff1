import * as links from '#contract/links.ts'
import { urlOf } from '#server/url-of.ts'
import type { Locale } from '#contract/locale.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { resetMailMessages } from './texts/messages.ts'

/** Returns the mail for a forgotten password, without recipient and token, for the preview of the brand. */
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
