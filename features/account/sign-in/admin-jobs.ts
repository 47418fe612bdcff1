import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { findAdmin } from '#domain/admin.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { newSignInEmail } from './admin-email.ts'

/** An admin has logged in where she was not known. */
export async function composeAdminNewSignIn(mail: Mail): Promise<MailContent | undefined> {
  const admin = await findAdmin(db, mail.userId ?? '')
  if (!admin) return undefined
  const { at, browser = '', ipAddress = '' } = mail.about
  return newSignInEmail({
    locale: mail.language,
    brand: config.brand.name,
    supportEmail: config.brand.supportEmail,
    firstname: admin.firstname,
    time: formatTime(at, mail.language, 'UTC'),
    browser,
    ipAddress,
  })
}
