import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { mailedToken } from '#domain/link.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { mailMessages } from './messages.ts'

/**
 * A login in a browser that the user had not logged in with before. Without a link when that was used before the
 * mail was written: the login is announced all the same.
 */
export async function composeNewSignIn(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', linkId = '', at, browser = '', ipAddress = '' } = mail.data
  const user = await findUser(db, userId)
  if (!user) return undefined
  const token = await mailedToken(db, linkId)
  const locale = mail.language
  const t = mailMessages[locale]
  return {
    locale,
    facts: {
      firstname: user.firstname,
      time: formatTime(at, locale, user.timezone),
      browser,
      ipAddress,
    },
    subject: t.subject,
    greeting: t.greeting,
    paragraphs: [
      t.happened,
      t.when,
      t.browser,
      t.ipAddress,
      t.own,
      token ? t.stranger : t.strangerWithoutLink,
    ],
    ...(token && { link: { url: `${config.publicUrl}/log-me-out/${token}`, label: t.link } }),
    notes: token ? [t.lifetime, t.questions] : [t.questions],
  }
}
