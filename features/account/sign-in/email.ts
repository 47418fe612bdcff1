import type { MailContent } from '#contract/mail.ts'
import { counted, fill, type Locale } from '#contract/locale.ts'
import { mailMessages } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  url: string
}

type Locked = {
  /** Whoever guesses codes has the password already. */
  isPasswordKnown: boolean
  /** An admin gets a new password from another admin, not by mail. */
  isAdmin: boolean
  minutes: number
}

export function accountLockedEmail(facts: Facts, locked: Locked): MailContent {
  const { isPasswordKnown, isAdmin, minutes } = locked
  const t = mailMessages[facts.locale]
  const duration = counted(t.minutes, minutes, facts.locale)
  return {
    locale: facts.locale,
    subject: fill(t.subject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [
      isPasswordKnown ? t.codes : t.passwords,
      fill(t.effect, { duration }),
      isPasswordKnown ? t.strangerKnows : t.stranger,
    ],
    link: { url: facts.url, label: isAdmin ? t.adminLink : t.link },
    notes: [t.own, fill(t.questions, facts)],
  }
}
