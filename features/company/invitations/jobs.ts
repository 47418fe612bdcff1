import { companyArea } from '#domain/audit/audit.ts'
import { acceptForUser, findInvitation, mailInvitation } from '#domain/invitations/invitation.ts'
import { findLinkCreator } from '#domain/invitations/company-invitation.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { consumeRateLimit } from '#domain/credentials/rate-limit.ts'
import { findUserByEmail } from '#domain/accounts/user.ts'
import { db, transaction } from '#server/db.ts'
import { currentContext } from '#server/request-context.ts'

/**
 * Processes an invitation of a company. A new user gets the link, a user without a company gets instructions to join,
 * and a user who has joined the company since gets the platforms. Any other user is notified of the invitation, at most
 * once a week across all companies and platforms: only the provider moves users, and the invitation stays open until it
 * expires.
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
