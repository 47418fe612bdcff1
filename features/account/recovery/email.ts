import * as links from '#contract/links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { protectiveLink } from '#domain/mail/protective-link.ts'
import { findUser } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/** Composes the email with a reset link; undefined if the link was used, replaced or voided meanwhile. */
export async function composeResetLink(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', linkId = '' } = mail.data
  const user = await findUser(db, userId)
  const token = await mailedToken(db, linkId)
  if (!user || !token) return undefined
  const t = mailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: { firstname: user.firstname },
    subject: t.subject,
    paragraphs: [t.asked, t.needed],
    isFromSupport: mail.data['sender'] === 'support',
    link: { url: urlOf(links.withToken(links.reset2fa(), token)), label: t.link },
    notes: [t.lifetime, t.unexpected],
  })
}

/** Composes the email about a changed second factor. Omits the link if it no longer works. */
export async function composeTwoFactorChanged(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', linkId = '' } = mail.data
  const user = await findUser(db, userId)
  if (!user) return undefined
  const token = await mailedToken(db, linkId)
  const t = mailMessages[mail.language]
  const isPasskey = mail.data['factor'] === 'passkey'
  return mailContent({
    locale: mail.language,
    facts: { firstname: user.firstname },
    subject: t.changedSubject,
    paragraphs: [
      isPasskey ? t.changedToPasskey : t.changed,
      t.changedOwn,
      token ? t.changedStranger : t.changedStrangerWithoutLink,
    ],
    ...(token && { link: protectiveLink(links.logMeOut(), token, t.stop) }),
    notes: token ? [t.stopLifetime, t.questions] : [t.questions],
  })
}
