import * as links from '#contract/links.ts'
import type { Locale } from '#contract/locale.ts'
import { mailContent, type MailContent, type MailText } from '#contract/mail.ts'
import { findAdmin } from '#domain/accounts/admin.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import { maxStreak } from '#domain/credentials/failure-streak.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findUser } from '#domain/accounts/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { adminMailMessages, mailMessages, passkeyMailMessages } from './texts/messages.ts'

/**
 * Composes the email about wrong credentials and their effect on the account. Undefined for an unknown address: its
 * failures are counted and its email is queued, but never sent.
 */
export async function composeAccountLocked(mail: Mail): Promise<MailContent | undefined> {
  if (mail.userId === null) return undefined
  const user = await findUser(db, mail.userId)
  const owner = user ?? (await findAdmin(db, mail.userId))
  if (!owner) return undefined
  const locale = mail.language
  const t = mailMessages[locale]
  const { what } = mail.data
  // An attacker who enters wrong codes has the password or a session.
  const isPasswordKnown = what === 'code'
  const firstStepText = what === 'passkey' ? t.passkeys : t.passwords
  // Emails queued by an older version lack `effect` and were about a lockout.
  const effect = mail.data['effect'] ?? 'locked'
  const strangerKnows = user ? t.strangerKnows : t.strangerKnowsAdmin
  const minutes = config.limits.accountPassword.blockMinutes
  return mailContent({
    locale,
    facts: { firstname: owner.firstname, minutes, failures: maxStreak },
    subject: t.subject,
    paragraphs: [
      isPasswordKnown ? t.codes : firstStepText,
      ...effectsOf(t, effect),
      isPasswordKnown ? strangerKnows : t.stranger,
    ],
    // Admins get a new password from another admin, not by email.
    link: user
      ? { url: urlOf(links.forgotPassword()), label: t.link }
      : { url: urlOf(links.adminLogin()), label: t.adminLink },
    // Only a lockout ends by itself.
    notes: effect === 'locked' ? [t.own, t.questions] : [t.questions],
  })
}

type Facts = { minutes: number; failures: number }

/** Returns the text about the effect; empty for `none`, which means an email about the failures alone. */
function effectsOf(t: (typeof mailMessages)[Locale], effect: string): MailText<Facts>[] {
  const effects = {
    locked: t.effect,
    restricted: t.restricted,
    disabled: t.disabled,
    ended: t.ended,
  }
  return effect in effects ? [effects[effect as keyof typeof effects]] : []
}

/**
 * Composes the email about a login in a browser that is new for the admin. It has no link, because another admin has to
 * stop an unauthorized login.
 */
export function composeAdminNewSignIn(mail: Mail): Promise<MailContent | undefined> {
  const t = adminMailMessages[mail.language]
  return composeFact(mail, {
    subject: t.subject,
    paragraphs: [t.happened, t.own],
    notes: [t.stranger],
  })
}

/** Composes the email to a user or admin about a disabled passkey. */
export function composePasskeyDisabled(mail: Mail): Promise<MailContent | undefined> {
  const t = passkeyMailMessages[mail.language]
  const paragraphs = [t.disabled, t.other]
  const texts = { subject: t.subject, paragraphs, notes: [t.unexpected] }
  return composeFact(mail, texts, { passkey: mail.data['passkey'] ?? '' })
}
