import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { counted, fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './recovery-codes-messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  left: number
  url: string
}

export function fewCodesEmail(facts: Facts): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.subject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [
      fill(say.used, facts),
      facts.left === 0 ? say.none : counted(say.left, facts.left, facts.locale),
      say.renew,
    ],
    link: { url: facts.url, label: say.link },
    notes: [fill(say.unexpected, facts)],
  })
}
