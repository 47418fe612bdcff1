import { companyArea } from '#domain/audit.ts'
import { acceptForUser, findInvitation, mailInvitation } from '#domain/invitation.ts'
import { findLinkCreator } from '#domain/company-invitation.ts'
import { mailUser } from '#domain/mail.ts'
import { consumeRateLimit } from '#domain/rate-limit.ts'
import { findUserByEmail } from '#domain/user.ts'
import { db, transaction } from '#server/db.ts'
import { currentContext } from '#server/request-context.ts'

/**
 * Sends an invitation of a company on. A new user gets the link, a user without a company the way to join, and one who
 * joined the company meanwhile the platforms. Any other user is told that they were invited, once a week at most for all
 * companies and platforms together: only the provider moves a user, and the invitation stays open until it expires.
 */
export function sendCompanyInvitation(invitationId: string, linkId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const invitation = await findInvitation(tx, invitationId)
    if (!invitation) return
    const user = await findUserByEmail(tx, invitation.email)
    if (!user) return mailInvitation(tx, invitation, linkId)
    if (user.partnerId === invitation.partnerId) {
      const userId = await findLinkCreator(tx, linkId)
      const requestId = currentContext()?.requestId ?? ''
      const actor = { ...(userId !== undefined && { userId }), requestId, area: companyArea }
      await acceptForUser(tx, actor, invitation, user.id)
      return
    }
    const mayJoin = user.partnerId === null && user.active
    if (!mayJoin && (await consumeRateLimit(tx, 'invitationsOfUser', user.id))) return
    await mailUser(tx, 'company-invitation', user, { invitationId })
  })
}
