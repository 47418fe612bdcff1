import * as links from '#contract/links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { isSignUpFinished } from '#domain/accounts/sign-up-reminder.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findUser, inactivityOf } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/**
 * Composes the reminder to finish the sign-up. Its link leads to the login and needs no token, because the user already
 * has a password. Returns undefined if the user has finished the sign-up, or if the user or the company is inactive.
 */
export async function composeSignUpReminder(mail: Mail): Promise<MailContent | undefined> {
  const user = await findUser(db, mail.userId ?? '')
  if (!user || inactivityOf(user) || (await isSignUpFinished(db, user.id))) return undefined
  const t = mailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: {},
    isFromSupport: true,
    subject: t.subject,
    paragraphs: [t.unfinished, t.howTo],
    link: { url: urlOf(links.login()), label: t.link },
    notes: [t.forgotten, t.questions],
  })
}
