import { counted, fill, type Locale } from '#contract/locale.ts'
import type { MailContent } from '#contract/mail.ts'
import { adminMailMessages, mailMessages } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
}

type Lockout = Facts & {
  url: string
  /** Wrong codes locked the account: the attacker has the password already. */
  isPasswordKnown: boolean
  /** An admin gets a new password from another admin, not by mail. */
  isAdmin: boolean
  minutes: number
}

export function accountLockedEmail(lockout: Lockout): MailContent {
  const { isPasswordKnown, isAdmin, minutes, url, ...facts } = lockout
  const { locale } = facts
  const t = mailMessages[locale]
  const duration = counted(t.minutes, minutes, locale)
  return {
    locale,
    subject: fill(t.subject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [
      isPasswordKnown ? t.codes : t.passwords,
      fill(t.effect, { duration }),
      isPasswordKnown ? t.strangerKnows : t.stranger,
    ],
    link: { url, label: isAdmin ? t.adminLink : t.link },
    notes: [t.own, fill(t.questions, facts)],
  }
}

type Login = Facts & { time: string; browser: string; ipAddress: string }

/** Without a link: another admin, not the mail, stops a login that is not the admin's own. */
export function adminNewSignInEmail(login: Login): MailContent {
  const { locale, time, browser, ipAddress } = login
  const t = adminMailMessages[locale]
  return {
    locale,
    subject: fill(t.subject, login),
    greeting: fill(t.greeting, login),
    paragraphs: [
      fill(t.happened, login),
      fill(t.when, { time }),
      fill(t.browser, { browser }),
      fill(t.ipAddress, { ipAddress }),
      t.own,
    ],
    notes: [fill(t.stranger, login)],
  }
}
