import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './dormant-messages.ts'

type Facts = { locale: Locale; brand: string; supportEmail: string; firstname: string }

export function warningEmail(
  facts: Facts,
  { time, url }: { time: string; url: string },
): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.warningSubject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(say.unused, facts), fill(say.warning, { time })],
    link: { url, label: say.logIn },
    notes: [say.notNeeded, fill(say.questions, facts)],
  })
}

export function deactivatedEmail(facts: Facts): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.deactivatedSubject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(say.deactivated, facts), fill(say.back, facts)],
    notes: [fill(say.questions, facts)],
  })
}
