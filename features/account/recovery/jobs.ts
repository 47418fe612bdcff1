import type { MailContent } from '#contract/mail.ts'
import { mailedToken } from '#domain/link.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser, type User } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { changedEmail, resetLinkEmail } from './email.ts'

/** Undefined when the link was used, replaced or voided meanwhile. */
export async function composeResetLink(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', linkId = '' } = mail.data
  const user = await findUser(db, userId)
  const token = await mailedToken(db, linkId)
  if (!user || !token) return undefined
  return resetLinkEmail({ ...facts(mail, user), url: `${config.publicUrl}/reset-mfa/${token}` })
}

export async function composeTwoFactorChanged(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', linkId = '' } = mail.data
  const user = await findUser(db, userId)
  const token = await mailedToken(db, linkId)
  const stopUrl = token && `${config.publicUrl}/log-me-out/${token}`
  return user && changedEmail(facts(mail, user), stopUrl)
}

function facts(mail: Mail, user: User) {
  const { name, supportEmail } = config.brand
  return { locale: mail.language, brand: name, supportEmail, firstname: user.firstname }
}
