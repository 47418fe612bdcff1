import type { MailContent } from '#contract/mail.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailMessages } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  company: string
  url: string
}

export function invitationEmail(facts: Facts): MailContent {
  const t = mailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(t.subject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.invited, facts)],
    link: { url: facts.url, label: t.link },
    notes: [t.lifetime, fill(t.unexpected, facts)],
  }
}
