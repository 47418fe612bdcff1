import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
}

export function resetLinkEmail(facts: Facts & { url: string }): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.subject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(say.asked, facts), say.needed],
    link: { url: facts.url, label: say.link },
    notes: [say.lifetime, fill(say.unexpected, facts)],
  })
}

/** Without a link when a later mail carries a newer one: the news counts all the same. */
export function changedEmail(facts: Facts, url: string | undefined): RenderedMail {
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.changedSubject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [fill(say.changed, facts), say.changedOwn, say.changedStranger],
    ...(url !== undefined && { link: { url, label: say.stop } }),
    notes: [...(url === undefined ? [] : [say.stopLifetime]), fill(say.questions, facts)],
  })
}
