import type { MailContent } from '#contract/mail.ts'
import { counted, fill, type Locale } from '#contract/locale.ts'
import { mailMessages } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  left: number
  url: string
}

export function fewCodesEmail(facts: Facts): MailContent {
  const t = mailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(t.subject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [
      fill(t.used, facts),
      facts.left === 0 ? t.none : counted(t.left, facts.left, facts.locale),
      t.renew,
    ],
    link: { url: facts.url, label: t.link },
    notes: [fill(t.unexpected, facts)],
  }
}
