import * as links from '#contract/links.ts'
import type { Locale } from '#contract/locale.ts'
import { renderMail, mailContent, type MailContent, type MailPlatform } from '#contract/mail.ts'
import { findInvitation } from '#domain/invitations/invitation.ts'
import { findInviter, type Inviter } from '#domain/invitations/inviter.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { listOfferedPlatforms } from '#domain/platforms/offered-platform.ts'
import { currentBrand } from '#server/current-brand.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/** Composes the invitation mail. Returns undefined if the invitation is no longer pending or its link does not work. */
export async function composeInvitation(mail: Mail): Promise<MailContent | undefined> {
  const { invitationId = '', linkId = '' } = mail.data
  const invitation = await findInvitation(db, invitationId)
  const token = await mailedToken(db, linkId)
  if (!invitation || !token) return undefined
  const { email, redirectUrl, partnerId, partnerName: company, subsystems } = invitation
  const signup = links.signup({ user: email, redirect_url: redirectUrl ?? undefined })
  const url = urlOf(links.withToken(signup, token))
  const platforms = await listOfferedPlatforms(db, partnerId, subsystems)
  const { firstname } = invitation
  const facts = { ...(await findInviter(db, invitation)), company, platforms, firstname }
  return contentFor(mail.language, facts, url)
}

type Facts = Inviter & {
  company: string
  /** Empty if unknown. */
  firstname: string
  platforms: readonly MailPlatform[]
}

/** Composes the mail; an invitation without platforms is one to the portal. */
function contentFor(language: Locale, { platforms, ...facts }: Facts, url: string): MailContent {
  const t = mailMessages[language]
  const hasPlatforms = platforms.length > 0
  return mailContent({
    locale: language,
    facts: {
      ...facts,
      isNamed: facts.firstname === '' ? ('other' as const) : ('yes' as const),
      platforms: hasPlatforms ? platforms.map(({ name }) => name) : [currentBrand().name],
    },
    platforms,
    subject: t.subject,
    paragraphs: hasPlatforms ? [t.invited, t.setUp] : [t.invited],
    link: { url, label: t.link },
    notes: [t.lifetime, t.unexpected],
  })
}

/** Renders the invitation mail of a company as HTML, with an inactive link. */
export function renderPreview(
  language: Locale,
  company: string,
  platforms: readonly string[],
): string {
  const brand = currentBrand()
  const url = urlOf(links.withToken(links.signup(), '…'))
  const named = platforms.map((name) => ({ name }))
  const facts = { by: 'other', inviter: company, company, firstname: '', platforms: named } as const
  const { html } = renderMail(contentFor(language, facts, url), brand)
  const logo = brand.mailLogo?.toString('base64') ?? ''
  return html.replaceAll('cid:logo', `data:image/png;base64,${logo}`)
}
