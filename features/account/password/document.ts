import type { Locale } from '#contract/locale.ts'
import type { MailContent } from '#contract/mail.ts'
import { config } from '#server/config.ts'
import { resetMailMessages } from './messages.ts'

/** The mail of a forgotten password, to nobody: its link has no token. */
export function sampleMail(locale: Locale): MailContent {
  const t = resetMailMessages[locale]
  return {
    locale,
    facts: {},
    subject: t.subject,
    paragraphs: [t.asked],
    link: { url: `${config.publicUrl}/reset-password`, label: t.link },
    notes: [t.lifetime, t.unexpected],
  }
}
