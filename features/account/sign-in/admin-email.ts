import type { MailContent } from '#contract/mail.ts'
import { fill, type Locale } from '#contract/locale.ts'
import { mailMessages } from './admin-messages.ts'

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
export function newSignInEmail({ time, browser, ipAddress, ...about }: Facts): MailContent {
  const t = mailMessages[about.locale]
  return {
    locale: about.locale,
    subject: fill(t.subject, about),
    greeting: fill(t.greeting, about),
    paragraphs: [
      fill(t.happened, about),
      fill(t.when, { time }),
      fill(t.browser, { browser }),
      fill(t.ipAddress, { ipAddress }),
      t.own,
    ],
    notes: [fill(t.stranger, about)],
  }
}
