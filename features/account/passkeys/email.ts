import * as links from '#contract/links.ts'
import type { MailContent } from '#contract/mail.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { protectiveLink } from '#domain/mail/protective-link.ts'
import { db } from '#server/db.ts'
import { mailMessages } from './texts/messages.ts'

/**
 * Composes the mail about a new passkey. Omits the logout link for an admin, and once the link no longer works (used,
 * voided or expired).
 */
export async function composePasskeyAdded(mail: Mail): Promise<MailContent | undefined> {
  const { linkId = '', passkey = '' } = mail.data
  const token = linkId && (await mailedToken(db, linkId))
  const t = mailMessages[mail.language]
  const texts = {
    subject: t.addedSubject,
    paragraphs: [t.added, t.own, token ? t.stranger : t.strangerWithoutLink],
    ...(token && { link: protectiveLink(links.logMeOut(), token, t.stop) }),
    notes: token ? [t.stopLifetime, t.questions] : [t.questions],
  }
  return composeFact(mail, texts, { passkey })
}

export function composePasskeyRemoved(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  const { removedSubject: subject, removed, unexpected } = t
  const { passkey = '' } = mail.data
  return composeFact(mail, { subject, paragraphs: [removed], notes: [unexpected] }, { passkey })
}
