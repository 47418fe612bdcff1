import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { findAdmin, type Admin } from '#domain/admin.ts'
import { mailedToken } from '#domain/link.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { passwordSetEmail, setUpEmail } from './email.ts'

/** Undefined when the link was used or replaced in the meantime. */
export async function composeAdminSetUp(mail: Mail): Promise<MailContent | undefined> {
  const { adminId = '', linkId = '', isReset } = mail.data
  const admin = await findAdmin(db, adminId)
  const token = await mailedToken(db, linkId)
  if (!admin?.active || !token) return undefined
  const url = `${config.adminUrl}/admin/set-up/${token}`
  return setUpEmail({ ...facts(mail, admin), isReset: isReset === 'true', url })
}

export async function composeAdminPasswordSet(mail: Mail): Promise<MailContent | undefined> {
  const admin = await findAdmin(db, mail.userId ?? '')
  if (!admin) return undefined
  const { at, ipAddress = '' } = mail.data
  const time = formatTime(at, mail.language, 'UTC')
  return passwordSetEmail({ ...facts(mail, admin), time, ipAddress })
}

function facts(mail: Mail, { firstname }: Admin) {
  const { name, supportEmail } = config.brand
  return { locale: mail.language, brand: name, supportEmail, firstname }
}
