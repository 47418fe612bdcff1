import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { findAdmin } from '#domain/admin.ts'
import { mailedToken } from '#domain/link.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { passwordSetEmail, setUpEmail } from './email.ts'

/** Undefined when the link was used or replaced meanwhile. */
export async function composeAdminSetUp(mail: Mail): Promise<MailContent | undefined> {
  const { adminId = '', linkId = '', isReset } = mail.data
  const admin = await findAdmin(db, adminId)
  const token = await mailedToken(db, linkId)
  if (!admin?.active || !token) return undefined
  return setUpEmail({
    locale: mail.language,
    brand: config.brand.name,
    supportEmail: config.brand.supportEmail,
    firstname: admin.firstname,
    isReset: isReset === 'true',
    url: `${config.adminUrl}/admin/set-up/${token}`,
  })
}

/** A link of hers was used, by her or by whoever reads her mail. */
export async function composeAdminPasswordSet(mail: Mail): Promise<MailContent | undefined> {
  const admin = await findAdmin(db, mail.userId ?? '')
  if (!admin) return undefined
  const { at, ipAddress = '' } = mail.data
  return passwordSetEmail({
    locale: mail.language,
    brand: config.brand.name,
    supportEmail: config.brand.supportEmail,
    firstname: admin.firstname,
    time: formatTime(at, mail.language, 'UTC'),
    ipAddress,
  })
}
