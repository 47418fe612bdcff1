import type { MailContent } from '#contract/mail.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { dormantMailMessages } from './messages.ts'

type Facts = { locale: Locale; brand: string; supportEmail: string; firstname: string }

export function warningEmail(
  facts: Facts,
  { time, url }: { time: string; url: string },
): MailContent {
  const t = dormantMailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(t.warningSubject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.unused, facts), fill(t.warning, { time })],
    link: { url, label: t.logIn },
    notes: [t.notNeeded, fill(t.questions, facts)],
  }
}

export function deactivatedEmail(facts: Facts): MailContent {
  const t = dormantMailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(t.deactivatedSubject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.deactivated, facts), fill(t.back, facts)],
    notes: [fill(t.questions, facts)],
  }
}
