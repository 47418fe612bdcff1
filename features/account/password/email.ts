import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailWords as changeWords } from './change-messages.ts'
import { mailWords as resetWords } from './reset-messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
}

type Changed = Facts & {
  time: string
  ipAddress: string
  /** The page that requests a reset: setting a new password ends every session. */
  url: string
}

export function passwordChangedEmail(facts: Changed): RenderedMail {
  const say = changeWords[facts.locale]
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

/** `isFirst`: the user was added without a password. */
export function resetEmail({
  isFirst,
  ...facts
}: Facts & { isFirst: boolean; url: string }): RenderedMail {
  const say = resetWords[facts.locale]
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
