import {
  acceptForUser,
  findInvitation,
  mailInvitation,
  type Invitation,
} from '#domain/invitations/invitation.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { consumeRateLimit } from '#domain/credentials/rate-limit.ts'
import { findUserByEmail, type User } from '#domain/accounts/user.ts'
import { db, transaction, type Transaction } from '#server/db.ts'
import { currentContext } from '#server/request-context.ts'

/**
 * Processes a platform's invitation: emails the link to a new user, and grants access to a user of the company. Any
 * other user gets no access, and the invitation stays open, as for a new user who does not respond. Existing users
 * whose access does not change are emailed at most once a week.
 */
export function sendInvitation(invitationId: string, linkId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const invitation = await findInvitation(tx, invitationId)
    if (!invitation) return
    const user = await findUserByEmail(tx, invitation.email)
    if (!user) return mailInvitation(tx, invitation, linkId)
    const platformId = invitation.platformId ?? ''
    const actor = { platformId, requestId: currentContext()?.requestId ?? '' }
    const changedIds = await acceptForUser(tx, actor, invitation, user.id)
    if (!changedIds || changedIds.length === 0) await mailOncePerWeek(tx, invitation, user)
  })
}

/** Emails the user about an invitation, at most once a week across all platforms. */
async function mailOncePerWeek(
  tx: Transaction,
  { partnerId, platformId, redirectUrl }: Invitation,
  user: User,
): Promise<void> {
  if (await consumeRateLimit(tx, 'invitationsOfUser', user.id)) return
  await mailUser(tx, 'platform-invitation', user, {
    partnerId,
    platformId: platformId ?? '',
    ...(redirectUrl !== null && { redirectUrl }),
  })
}
