import { counted } from '#contract/locale.ts'
import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { findAdmin } from '#domain/admin.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { adminMailMessages, mailMessages } from './messages.ts'

/** Undefined for an unknown address: its failures are counted and its mail is queued, but never sent. */
export async function composeAccountLocked(mail: Mail): Promise<MailContent | undefined> {
  if (mail.userId === null) return undefined
  const user = await findUser(db, mail.userId)
  const owner = user ?? (await findAdmin(db, mail.userId))
  if (!owner) return undefined
  const locale = mail.language
  const t = mailMessages[locale]
  // Wrong codes locked the account: the attacker has the password already.
  const isPasswordKnown = mail.data['what'] === 'code'
  const duration = counted(t.minutes, config.limits.accountPassword.blockMinutes, locale)
  return {
    locale,
    facts: { firstname: owner.firstname, duration },
    subject: t.subject,
    greeting: t.greeting,
    paragraphs: [
      isPasswordKnown ? t.codes : t.passwords,
      t.effect,
      isPasswordKnown ? t.strangerKnows : t.stranger,
    ],
    // An admin gets a new password from another admin, not by mail.
    link: user
      ? { url: `${config.publicUrl}/forgot-password`, label: t.link }
      : { url: `${config.adminUrl}/admin/login`, label: t.adminLink },
    notes: [t.own, t.questions],
  }
}

/**
 * A login in a browser that the admin had not logged in with before. Without a link: another admin, not the mail,
 * stops a login that is not the admin's own.
 */
export async function composeAdminNewSignIn(mail: Mail): Promise<MailContent | undefined> {
  const admin = await findAdmin(db, mail.userId ?? '')
  if (!admin) return undefined
  const { at, browser = '', ipAddress = '' } = mail.data
  const locale = mail.language
  const t = adminMailMessages[locale]
  return {
    locale,
    facts: { firstname: admin.firstname, time: formatTime(at, locale, 'UTC'), browser, ipAddress },
    subject: t.subject,
    greeting: t.greeting,
    paragraphs: [t.happened, t.when, t.browser, t.ipAddress, t.own],
    notes: [t.stranger],
  }
}
