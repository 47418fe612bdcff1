import { findInvitation } from '#domain/invitation.ts'
import { mailedToken } from '#domain/link.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { invitationEmail } from './email.ts'

/** The words of an invitation's mail; undefined when it was accepted, revoked or replaced meanwhile. */
export async function composeInvitation(mail: Mail) {
  const { invitationId = '', linkId = '' } = mail.data
  const invitation = await findInvitation(db, invitationId)
  const token = await mailedToken(db, linkId)
  if (!invitation || !token) return undefined
  const { email, redirectUrl } = invitation
  const search = new URLSearchParams({
    user: email,
    ...(redirectUrl !== null && { redirect_url: redirectUrl }),
  })
  return invitationEmail({
    locale: mail.language,
    brand: config.brand.name,
    supportEmail: config.brand.supportEmail,
    firstname: invitation.firstname,
    company: invitation.partnerName,
    url: `${config.publicUrl}/sign-up/${token}?${search}`,
  })
}
