import type { Locale } from '#contract/locale.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { config } from '#server/config.ts'
import { resetMailMessages } from './texts/messages.ts'

/** The mail of a forgotten password, to nobody: its link has no token. */
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
