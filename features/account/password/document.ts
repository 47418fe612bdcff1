import type { Locale } from '#contract/locale.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { config } from '#server/config.ts'
import { resetMailMessages } from './texts/messages.ts'

/** Returns a sample of the mail for a forgotten password, without a recipient. Its link has no token. */
export function sampleMail(locale: Locale): MailContent {
  const t = resetMailMessages[locale]
  return mailContent({
    locale,
    facts: {},
    subject: t.subject,
    paragraphs: [t.asked],
    link: { url: `${config.publicUrl}/reset-password`, label: t.link },
    notes: [t.lifetime, t.unexpected],
  })
}
