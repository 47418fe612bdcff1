import * as links from '#contract/links.ts'
import { urlOf } from '#server/url-of.ts'
import type { MailContent } from '#contract/mail.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { mailMessages, messages } from './texts/messages.ts'

/** Composes the mail about a changed phone number. Omits the number, because another person may read the mailbox. */
export function composePhoneChanged(mail: Mail): Promise<MailContent | undefined> {
  const { subject, changed, unexpected } = mailMessages[mail.language]
  return composeFact(mail, {
    subject,
    paragraphs: [changed],
    link: { url: urlOf(links.profile()), label: messages[mail.language].title },
    notes: [unexpected],
  })
}
