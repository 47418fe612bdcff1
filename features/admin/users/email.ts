import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './messages.ts'

type Facts = { locale: Locale; brand: string; supportEmail: string; firstname: string }

export function deactivatedEmail(facts: Facts): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.deactivatedSubject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(say.deactivated, facts)],
    notes: [fill(say.questions, facts)],
  })
}

export function activatedEmail(facts: Facts, url: string): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.activatedSubject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(say.activated, facts)],
    link: { url, label: say.logIn },
    notes: [fill(say.questions, facts)],
  })
}
