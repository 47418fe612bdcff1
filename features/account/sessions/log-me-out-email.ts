import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './log-me-out-messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  time: string
  browser: string
  ipAddress: string
}

/** Without a link when it was used before the mail was written: the news counts all the same. */
export function newSignInEmail(facts: Facts & { url: string | undefined }): RenderedMail {
  const { url, time, browser, ipAddress, ...about } = facts
  const say = mailWords[facts.locale]
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.subject, about),
    greeting: fill(say.greeting, about),
    paragraphs: [
      say.happened,
      fill(say.when, { time }),
      fill(say.browser, { browser }),
      fill(say.ipAddress, { ipAddress }),
      say.own,
      url === undefined ? say.strangerWithoutLink : say.stranger,
    ],
    ...(url !== undefined && { link: { url, label: say.link } }),
    notes: [...(url === undefined ? [] : [say.lifetime]), fill(say.questions, about)],
  })
}
