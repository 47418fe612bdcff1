import { counted } from '#contract/locale.ts'
import type { MailContent } from '#contract/mail.ts'
import { findAdmin } from '#domain/admin.ts'
import type { Mail } from '#domain/mail.ts'
import { countRecoveryCodes, fewCodes } from '#domain/recovery-code.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { mailMessages } from './messages.ts'

/** Undefined when the user has created new codes meanwhile. */
export async function composeFewCodes(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '' } = mail.data
  const user = await findUser(db, userId)
  const left = await countRecoveryCodes(db, userId)
  if (!user || left > fewCodes) return undefined
  const locale = mail.language
  const t = mailMessages[locale]
  return {
    locale,
    facts: { firstname: user.firstname },
    subject: t.subject,
    greeting: t.greeting,
    paragraphs: [t.used, left === 0 ? t.none : counted(t.left, left, locale), t.renew],
    link: { url: `${config.publicUrl}/main/security`, label: t.link },
    notes: [t.unexpected],
  }
}

export function composeCodesCreated(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  return compose(mail, t.createdSubject, t.created)
}

/** To a user or an admin. */
export function composeTwoFactorSet(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  return compose(mail, t.setSubject, t.set)
}

async function compose(
  { language: locale, userId }: Mail,
  subject: string,
  happened: string,
): Promise<MailContent | undefined> {
  const owner = (await findUser(db, userId ?? '')) ?? (await findAdmin(db, userId ?? ''))
  const { greeting, unexpected } = mailMessages[locale]
  const facts = { firstname: owner?.firstname ?? '' }
  return owner && { locale, facts, subject, greeting, paragraphs: [happened], notes: [unexpected] }
}
