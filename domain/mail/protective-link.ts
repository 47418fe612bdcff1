import { withToken, type Link } from '#contract/links.ts'
import type { MailLink } from '#contract/mail.ts'
import { urlOf } from '#server/url-of.ts'

/** Returns the button for a reader who did not cause the event, such as one that logs out everywhere. */
export function protectiveLink(page: Link, token: string, label: string): MailLink {
  return { url: urlOf(withToken(page, token)), label, isProtective: true }
}
