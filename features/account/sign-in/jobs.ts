import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { findAdmin, type Admin } from '#domain/admin.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser, type User } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { accountLockedEmail, adminNewSignInEmail } from './email.ts'

/** Undefined for an unknown address: its failures are counted and its mail is queued, but never sent. */
export async function composeAccountLocked(mail: Mail): Promise<MailContent | undefined> {
  if (mail.userId === null) return undefined
  const user = await findUser(db, mail.userId)
  const owner = user ?? (await findAdmin(db, mail.userId))
  if (!owner) return undefined
  return accountLockedEmail({
    ...facts(mail, owner),
    url: user ? `${config.publicUrl}/forgot-password` : `${config.adminUrl}/admin/login`,
    isPasswordKnown: mail.data['what'] === 'code',
    isAdmin: !user,
    minutes: config.limits.accountPassword.blockMinutes,
  })
}

/** A login in a browser that the admin had not logged in with before. */
export async function composeAdminNewSignIn(mail: Mail): Promise<MailContent | undefined> {
  const admin = await findAdmin(db, mail.userId ?? '')
  if (!admin) return undefined
  const { at, browser = '', ipAddress = '' } = mail.data
  const time = formatTime(at, mail.language, 'UTC')
  return adminNewSignInEmail({ ...facts(mail, admin), time, browser, ipAddress })
}

function facts(mail: Mail, { firstname }: User | Admin) {
  const { name, supportEmail } = config.brand
  return { locale: mail.language, brand: name, supportEmail, firstname }
}
