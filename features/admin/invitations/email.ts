import * as links from '#contract/links.ts'
import type { Locale } from '#contract/locale.ts'
import { renderMail, type MailContent, mailContent } from '#contract/mail.ts'
import { findInvitation } from '#domain/invitations/invitation.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/** Composes the invitation. Returns undefined if it was accepted, revoked or replaced before the mail was sent. */
export async function composeInvitation(mail: Mail): Promise<MailContent | undefined> {
  const { invitationId = '', linkId = '' } = mail.data
  const invitation = await findInvitation(db, invitationId)
  const token = await mailedToken(db, linkId)
  if (!invitation || !token) return undefined
  const { email, redirectUrl } = invitation
  const signup = links.signup({ user: email, redirect_url: redirectUrl ?? undefined })
  const url = urlOf(links.withToken(signup, token))
  return contentFor(mail.language, invitation.partnerName, url)
}

function contentFor(language: Locale, company: string, url: string): MailContent {
  const t = mailMessages[language]
  return mailContent({
    locale: language,
    facts: { company },
    subject: t.subject,
    paragraphs: [t.invited],
    link: { url, label: t.link },
    notes: [t.lifetime, t.unexpected],
  })
}

/** Renders the invitation mail of a company as HTML, with an inactive link. */
export function renderPreview(language: Locale, company: string): string {
  const { brand } = config
  const url = urlOf(links.withToken(links.signup(), '…'))
  const { html } = renderMail(contentFor(language, company, url), brand)
  const logo = brand.mailLogo?.toString('base64') ?? ''
  return html.replaceAll('cid:logo', `data:image/png;base64,${logo}`)
}
