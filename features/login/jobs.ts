import type { Written } from '#contract/letter.ts'
import type { Mail } from '#domain/mail.ts'
import { findUserByEmail } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { accountLockedEmail } from './email.ts'

/** Undefined for an address without an account, which was counted all the same. */
export async function composeAccountLocked(mail: Mail): Promise<Written | undefined> {
  const user = await findUserByEmail(db, mail.toAddress)
  if (!user) return undefined
  const facts = {
    locale: mail.language,
    brand: config.brand.name,
    supportEmail: config.brand.supportEmail,
    firstname: user.firstname,
    url: `${config.publicUrl}/forgot-password`,
  }
  return accountLockedEmail(facts, {
    isPasswordKnown: mail.about['what'] === 'code',
    minutes: config.limits.accountPassword.blockMinutes,
  })
}
