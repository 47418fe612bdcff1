import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './reset-messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  /** She was added without a password, and has none to reset. */
  isFirst: boolean
  url: string
}

export function resetEmail({ isFirst, ...facts }: Facts): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(isFirst ? say.firstSubject : say.subject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(isFirst ? say.first : say.asked, facts)],
    link: { url: facts.url, label: isFirst ? say.firstLink : say.link },
    notes: [say.lifetime, fill(isFirst ? say.firstUnexpected : say.unexpected, facts)],
  })
}
