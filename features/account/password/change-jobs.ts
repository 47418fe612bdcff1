import { formatTime } from '#contract/time.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { passwordChangedEmail } from './change-email.ts'

/** However it was changed: by the old one or by a mailed link. */
export async function composePasswordChanged(mail: Mail) {
  const { userId = '', ipAddress = '', changedAt } = mail.about
  const user = await findUser(db, userId)
  if (!user) return undefined
  return passwordChangedEmail({
    locale: mail.language,
    brand: config.brand.name,
    supportEmail: config.brand.supportEmail,
    firstname: user.firstname,
    time: formatTime(changedAt, mail.language, user.timezone),
    ipAddress,
    url: `${config.publicUrl}/forgot-password`,
  })
}
