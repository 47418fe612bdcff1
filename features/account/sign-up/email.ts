import type { MailContent } from '#contract/mail.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { adminSetUpMailMessages } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
}

type SetUp = Facts & {
  /** The admin had access before. */
  isReset: boolean
  url: string
}

export function setUpEmail({ isReset, ...facts }: SetUp): MailContent {
  const t = adminSetUpMailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(isReset ? t.resetSubject : t.subject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(isReset ? t.reset : t.added, facts), t.steps],
    link: { url: facts.url, label: t.link },
    notes: [t.lifetime, fill(t.unexpected, facts)],
  }
}

/** Without a link: it warns an admin who may distrust the mailbox. */
export function passwordSetEmail(facts: Facts & { time: string; ipAddress: string }): MailContent {
  const t = adminSetUpMailMessages[facts.locale]
  const { time, ipAddress } = facts
  return {
    locale: facts.locale,
    subject: fill(t.setSubject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.set, { ...facts, time, ipAddress }), t.wasYou, fill(t.notYou, facts)],
    notes: [],
  }
}
