import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  company: string
  url: string
}

export function invitationEmail(facts: Facts): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.subject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(say.invited, facts)],
    link: { url: facts.url, label: say.link },
    notes: [say.lifetime, fill(say.unexpected, facts)],
  })
}
