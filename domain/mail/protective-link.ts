import { withToken, type Link } from '#contract/links.ts'
import type { MailLink } from '#contract/mail.ts'
import { urlOf } from '#server/url-of.ts'

/** Returns a button, such as “Log out everywhere”, for a recipient who did not cause the event of the mail. */
export function protectiveLink(page: Link, token: string, label: string): MailLink {
  return { url: urlOf(withToken(page, token)), label, isProtective: true }
}
