import type { MailContent } from '#contract/mail.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailMessages } from './messages.ts'

type Facts = { locale: Locale; brand: string; supportEmail: string; firstname: string }

export function deactivatedEmail(facts: Facts): MailContent {
  const t = mailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(t.deactivatedSubject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.deactivated, facts)],
    notes: [fill(t.questions, facts)],
  }
}

export function activatedEmail(facts: Facts, url: string): MailContent {
  const t = mailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(t.activatedSubject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.activated, facts)],
    link: { url, label: t.logIn },
    notes: [fill(t.questions, facts)],
  }
}
