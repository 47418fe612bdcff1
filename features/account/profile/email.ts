import type { MailContent } from '#contract/mail.ts'
import { composeFact } from '#domain/fact-mail.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { mailMessages, messages } from './texts/messages.ts'

/** Names no number: the mailbox may be the wrong one by now. */
export function composePhoneChanged(mail: Mail): Promise<MailContent | undefined> {
  const { subject, changed, unexpected } = mailMessages[mail.language]
  return composeFact(mail, {
    subject,
    paragraphs: [changed],
    link: { url: `${config.publicUrl}/main/profile`, label: messages[mail.language].title },
    notes: [unexpected],
  })
}
