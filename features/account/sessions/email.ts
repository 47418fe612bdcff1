import type { MailContent } from '#contract/mail.ts'
import { composeFact } from '#domain/fact-mail.ts'
import { mailedToken } from '#domain/link.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { mailMessages } from './texts/messages.ts'

/**
 * A login in a browser that the user had not logged in with before. Without a link when that was used before the
 * mail was written: the login is announced all the same.
 */
export async function composeNewSignIn(mail: Mail): Promise<MailContent | undefined> {
  const token = await mailedToken(db, mail.data['linkId'] ?? '')
  const t = mailMessages[mail.language]
  return composeFact(mail, {
    subject: t.subject,
    paragraphs: [t.happened, t.own, token ? t.stranger : t.strangerWithoutLink],
    ...(token && { link: { url: `${config.publicUrl}/log-me-out/${token}`, label: t.link } }),
    notes: token ? [t.lifetime, t.questions] : [t.questions],
  })
}
