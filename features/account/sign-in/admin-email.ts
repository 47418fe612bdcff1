import { renderMail, type RenderedMail } from '#contract/letter.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './admin-messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  time: string
  browser: string
  ipAddress: string
}

/** Without a link: an admin who is not herself is stopped by others, not by a mail. */
export function newSignInEmail({ time, browser, ipAddress, ...about }: Facts): RenderedMail {
  const say = mailWords[about.locale]
  return renderMail({
    locale: about.locale,
    brand: about.brand,
    subject: fill(say.subject, about),
    greeting: fill(say.greeting, about),
    paragraphs: [
      fill(say.happened, about),
      fill(say.when, { time }),
      fill(say.browser, { browser }),
      fill(say.ipAddress, { ipAddress }),
      say.own,
    ],
    notes: [fill(say.stranger, about)],
  })
}
