import type { MailContent } from '#contract/mail.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { changeMailMessages, resetMailMessages } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
}

type Changed = Facts & {
  time: string
  ipAddress: string
  /** The page that requests a reset: setting a new password ends every session. */
  url: string
}

export function passwordChangedEmail(facts: Changed): MailContent {
  const t = changeMailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(t.subject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.changed, facts), t.wasYou, t.notYou],
    link: { url: facts.url, label: t.link },
    notes: [fill(t.support, facts)],
  }
}

/** `isFirst`: the user was added without a password. */
export function resetEmail({
  isFirst,
  ...facts
}: Facts & { isFirst: boolean; url: string }): MailContent {
  const t = resetMailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(isFirst ? t.firstSubject : t.subject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(isFirst ? t.first : t.asked, facts)],
    link: { url: facts.url, label: isFirst ? t.firstLink : t.link },
    notes: [t.lifetime, fill(isFirst ? t.firstUnexpected : t.unexpected, facts)],
  }
}
