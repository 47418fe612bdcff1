import type { MailContent } from '#contract/mail.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { mailMessages, messages } from './messages.ts'

/** Names no number: the mailbox may be the wrong one by now. */
export async function composePhoneChanged(mail: Mail): Promise<MailContent | undefined> {
  const user = await findUser(db, mail.userId ?? '')
  if (!user) return undefined
  const t = mailMessages[mail.language]
  return {
    locale: mail.language,
    facts: { firstname: user.firstname },
    subject: t.subject,
    greeting: t.greeting,
    paragraphs: [t.changed],
    link: { url: `${config.publicUrl}/main/profile`, label: messages[mail.language].title },
    notes: [t.unexpected],
  }
}
