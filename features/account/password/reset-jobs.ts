import { createLink, mailedToken } from '#domain/link.ts'
import { noteAbout, type Mail } from '#domain/mail.ts'
import { hasPassword } from '#domain/password.ts'
import { findUser, type User } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db, transaction } from '#server/db.ts'
import { resetEmail } from './reset-email.ts'

/** Undefined for an address without an account, for one that is not active, and when the link is void by now. */
export async function composeReset(mail: Mail) {
  const { userId, redirectUrl } = mail.about
  const user = userId === undefined ? undefined : await findUser(db, userId)
  if (!user?.active || !user.partnerActive) return undefined
  const token = await mailedToken(db, mail.about['linkId'] ?? (await linkFor(mail, user)))
  if (!token) return undefined
  const search = new URLSearchParams({
    ...(redirectUrl !== undefined && { redirect_url: redirectUrl }),
    user: user.email,
  })
  return resetEmail({
    locale: mail.language,
    brand: config.brand.name,
    supportEmail: config.brand.supportEmail,
    firstname: user.firstname,
    isFirst: !(await hasPassword(db, user.id)),
    url: `${config.publicUrl}/reset-password/${token}?${search}`,
  })
}

/** Noted, so that each other try of this mail carries the same link. */
function linkFor(mail: Mail, user: User): Promise<string> {
  return transaction(db, async (tx) => {
    const about = {
      userId: user.id,
      email: user.email,
      createdBy: mail.about['createdBy'] ?? 'user',
    }
    const linkId = await createLink(tx, { kind: 'reset-password', ...about })
    await noteAbout(tx, mail.id, { linkId })
    return linkId
  })
}
