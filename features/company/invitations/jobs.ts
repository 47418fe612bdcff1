import { companyArea } from '#domain/audit/audit.ts'
import { acceptForUser, findInvitation, mailInvitation } from '#domain/invitations/invitation.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { consumeRateLimit } from '#domain/credentials/rate-limit.ts'
import { findUserByEmail } from '#domain/accounts/user.ts'
import { db, scalar, transaction, type Db } from '#server/db.ts'
import { currentContext } from '#server/request-context.ts'

/**
 * Processes an invitation of a company. A new user gets the link, an active user without a company gets instructions to
 * join, and a user who has joined the company since gets the platforms. For any other user, the invitation stays open
 * until it expires, because only the provider moves users; the user is notified of it, at most once a week across all
 * companies and platforms.
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

/** Returns the id of the user who created a link; undefined if an admin, a platform or the system did. */
async function findLinkCreator(db: Db, id: string): Promise<string | undefined> {
  const createdBy = await scalar<string>(db)`select created_by from one_time_links where id = ${id}`
  return createdBy?.startsWith('user:') ? createdBy.slice('user:'.length) : undefined
}
