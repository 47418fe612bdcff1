import type { MailContent } from '#contract/mail.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailMessages } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  time: string
  browser: string
  ipAddress: string
}

/** Without a link, when it was used before the mail was sent. */
export function newSignInEmail(facts: Facts & { url: string | undefined }): MailContent {
  const { url, time, browser, ipAddress, ...about } = facts
  const t = mailMessages[facts.locale]
  return {
    locale: facts.locale,
    subject: fill(t.subject, about),
    greeting: fill(t.greeting, about),
    paragraphs: [
      t.happened,
      fill(t.when, { time }),
      fill(t.browser, { browser }),
      fill(t.ipAddress, { ipAddress }),
      t.own,
      url === undefined ? t.strangerWithoutLink : t.stranger,
    ],
    ...(url !== undefined && { link: { url, label: t.link } }),
    notes: [...(url === undefined ? [] : [t.lifetime]), fill(t.questions, about)],
  }
}
