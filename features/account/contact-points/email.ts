import * as links from '#contract/links.ts'
import type { MailContent, MailText, MailTexts } from '#contract/mail.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { protectiveLink } from '#domain/mail/protective-link.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/** Composes the mail to the new address. Undefined if its link no longer works or the address was removed. */
export async function composeContactPoint(mail: Mail): Promise<MailContent | undefined> {
  const token = await mailedToken(db, mail.data['linkId'] ?? '')
  if (!token) return undefined
  const t = mailMessages[mail.language]
  return composeFact(mail, {
    subject: t.confirmSubject,
    paragraphs: [t.confirm, t.counts],
    link: { url: urlOf(links.withToken(links.contactPoint(), token)), label: t.confirmLink },
    notes: [t.confirmLifetime, t.unknown],
  })
}

export function composeContactPointAdded(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  return composeChange(mail, {
    subject: t.addedSubject,
    paragraphs: [t.added, t.own],
    stranger: t.addedStranger,
  })
}

export function composeContactPointRemoved(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  return composeChange(mail, {
    subject: t.removedSubject,
    paragraphs: [t.removed, t.own],
    stranger: t.removedStranger,
  })
}

type Facts = { firstname: string; address: string }
type Change = Pick<MailTexts<Facts>, 'subject' | 'paragraphs'> & {
  /** Advice if someone else made the change, for the mail with the link. */
  stranger: MailText<Facts>
}

/** Composes the notice of a change. Only the user’s own address receives the link that logs out. */
async function composeChange(
  mail: Mail,
  { subject, paragraphs, stranger }: Change,
): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  const { linkId = '', address = '' } = mail.data
  const token = linkId === '' ? undefined : await mailedToken(db, linkId)
  return composeFact(
    mail,
    {
      subject,
      paragraphs: [...paragraphs, token ? stranger : t.tell],
      ...(token && {
        link: protectiveLink(links.logMeOut(), token, t.stop),
      }),
      notes: token ? [t.stopLifetime, t.questions] : [t.questions],
    },
    { address },
  )
}
