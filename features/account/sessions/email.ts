import * as links from '#contract/links.ts'
import type { MailContent } from '#contract/mail.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { protectiveLink } from '#domain/mail/protective-link.ts'
import { db } from '#server/db.ts'
import { mailMessages } from './texts/messages.ts'

/**
 * Composes the email about a login in a browser that is new for the user. Omits the link if it no longer works.
 */
export async function composeNewSignIn(mail: Mail): Promise<MailContent | undefined> {
  const token = await mailedToken(db, mail.data['linkId'] ?? '')
  const t = mailMessages[mail.language]
  return composeFact(mail, {
    subject: t.subject,
    paragraphs: [t.happened, t.own, token ? t.stranger : t.strangerWithoutLink],
    ...(token && { link: protectiveLink(links.logMeOut(), token, t.link) }),
    notes: token ? [t.lifetime, t.questions] : [t.questions],
  })
}
