import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './admin-set-up-messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
}

type Invited = Facts & {
  /** She had access before. */
  isReset: boolean
  url: string
}

export function setUpEmail({ isReset, ...facts }: Invited): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(isReset ? say.resetSubject : say.subject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(isReset ? say.reset : say.added, facts), say.steps],
    link: { url: facts.url, label: say.link },
    notes: [say.lifetime, fill(say.unexpected, facts)],
  })
}

/** Without a link: one who guards against others' use of her mailbox clicks on nothing in it. */
export function passwordSetEmail(facts: Facts & { time: string; ipAddress: string }): RenderedMail {
  const say = mailWords[facts.locale]
  const { time, ipAddress } = facts
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.setSubject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(say.set, { ...facts, time, ipAddress }), say.wasYou, fill(say.notYou, facts)],
    notes: [],
  })
}
