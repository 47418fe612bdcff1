import type { MailContent } from '#contract/mail.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailMessages } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
}

export function resetLinkEmail(facts: Facts & { url: string }): MailContent {
  const t = mailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(t.subject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.asked, facts), t.needed],
    link: { url: facts.url, label: t.link },
    notes: [t.lifetime, fill(t.unexpected, facts)],
  }
}

/** Without a link, when a later mail carries a newer one. */
export function changedEmail(facts: Facts, url: string | undefined): MailContent {
  const t = mailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(t.changedSubject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.changed, facts), t.changedOwn, t.changedStranger],
    ...(url !== undefined && { link: { url, label: t.stop } }),
    notes: [...(url === undefined ? [] : [t.stopLifetime]), fill(t.questions, facts)],
  }
}
