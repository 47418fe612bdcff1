import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailMessages } from './messages.ts'

type Facts = { locale: Locale; brand: string; supportEmail: string; firstname: string }

export function deactivatedEmail(facts: Facts): RenderedMail {
  const t = mailMessages[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(t.deactivatedSubject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.deactivated, facts)],
    notes: [fill(t.questions, facts)],
  })
}

export function activatedEmail(facts: Facts, url: string): RenderedMail {
  const t = mailMessages[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(t.activatedSubject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.activated, facts)],
    link: { url, label: t.logIn },
    notes: [fill(t.questions, facts)],
  })
}
