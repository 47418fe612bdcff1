import * as adminLinks from '#contract/admin-links.ts'
import { urlOf } from '#server/url-of.ts'
import type { MailContent } from '#contract/mail.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { mailMessages } from './texts/messages.ts'

/** Composes the email about a webhook that was switched off and gets no more events. */
export function composeSwitchedOff(mail: Mail): Promise<MailContent | undefined> {
  const { name = '', reason = '' } = mail.data
  const t = mailMessages[mail.language]
  return composeFact(
    // Without data, the mail lists no time, browser and IP address.
    { ...mail, data: {} },
    {
      subject: t.subject,
      paragraphs: [reason === 'gone' ? t.gone : t.failing, t.again],
      link: { url: urlOf(adminLinks.webhooks()), label: t.link },
      notes: [t.questions],
    },
    { name },
  )
}
