import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './change-messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  time: string
  ipAddress: string
  /** Where a new password can be asked for: setting it ends every session. */
  url: string
}

export function passwordChangedEmail(facts: Facts): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.subject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(say.changed, facts), say.wasYou, say.notYou],
    link: { url: facts.url, label: say.link },
    notes: [fill(say.support, facts)],
  })
}
