import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { mailedToken } from '#domain/link.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { newSignInEmail } from './email.ts'

/** A login in a browser that the user had not logged in with before. */
export async function composeNewSignIn(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', linkId = '', at, browser = '', ipAddress = '' } = mail.data
  const user = await findUser(db, userId)
  if (!user) return undefined
  const token = await mailedToken(db, linkId)
  return newSignInEmail({
    locale: mail.language,
    brand: config.brand.name,
    supportEmail: config.brand.supportEmail,
    firstname: user.firstname,
    time: formatTime(at, mail.language, user.timezone),
    browser,
    ipAddress,
    url: token && `${config.publicUrl}/log-me-out/${token}`,
  })
}
