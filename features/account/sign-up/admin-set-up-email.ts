import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailMessages } from './admin-set-up-messages.ts'

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
  const t = mailMessages[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(isReset ? t.resetSubject : t.subject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(isReset ? t.reset : t.added, facts), t.steps],
    link: { url: facts.url, label: t.link },
    notes: [t.lifetime, fill(t.unexpected, facts)],
  })
}

/** Without a link: one who guards against others' use of her mailbox clicks on nothing in it. */
export function passwordSetEmail(facts: Facts & { time: string; ipAddress: string }): RenderedMail {
  const t = mailMessages[facts.locale]
  const { time, ipAddress } = facts
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(t.setSubject, facts),
    greeting: fill(t.greeting, facts),
    paragraphs: [fill(t.set, { ...facts, time, ipAddress }), t.wasYou, fill(t.notYou, facts)],
    notes: [],
  })
}
