import type { MailContent } from '#contract/mail.ts'
import type { Mail } from '#domain/mail.ts'
import { fewCodes, countRecoveryCodes } from '#domain/recovery-code.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { fewCodesEmail } from './email.ts'

/** Undefined when the user has created new codes meanwhile. */
export async function composeFewCodes(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '' } = mail.data
  const user = await findUser(db, userId)
  const left = await countRecoveryCodes(db, userId)
  if (!user || left > fewCodes) return undefined
  return fewCodesEmail({
    locale: mail.language,
    brand: config.brand.name,
    supportEmail: config.brand.supportEmail,
    firstname: user.firstname,
    left,
    url: `${config.publicUrl}/main/security`,
  })
}
