import type { MailContent } from '#contract/mail.ts'
import { findAdmin } from '#domain/admin.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { accountLockedEmail } from './email.ts'

/** Undefined for an address without an account, which was counted all the same. */
export async function composeAccountLocked(mail: Mail): Promise<MailContent | undefined> {
  if (mail.userId === null) return undefined
  const user = await findUser(db, mail.userId)
  const owner = user ?? (await findAdmin(db, mail.userId))
  if (!owner) return undefined
  const facts = {
    locale: mail.language,
    brand: config.brand.name,
    supportEmail: config.brand.supportEmail,
    firstname: owner.firstname,
    url: user ? `${config.publicUrl}/forgot-password` : `${config.adminUrl}/admin/login`,
  }
  return accountLockedEmail(facts, {
    isPasswordKnown: mail.about['what'] === 'code',
    isAdmin: !user,
    minutes: config.limits.accountPassword.blockMinutes,
  })
}
