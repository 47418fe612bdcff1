import type { Written } from '#contract/letter.ts'
import { findAdmin } from '#domain/admin.ts'
import { mailedToken } from '#domain/link.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { setUpEmail } from './email.ts'

/** Undefined when the link was used or replaced meanwhile. */
export async function composeAdminSetUp(mail: Mail): Promise<Written | undefined> {
  const { adminId = '', linkId = '', isReset } = mail.about
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
