import { eraseAccount } from '#domain/accounts/account.ts'
import { recordAudit, type Actor } from '#domain/audit/audit.ts'
import { clearStreaks } from '#domain/credentials/failure-streak.ts'
import { deleteInvitationsOf } from '#domain/invitations/invitation.ts'
import { addressKey } from '#domain/sign-in/login-attempt.ts'
import { deleteMailsTo } from '#domain/mail/mail.ts'
import { countPendingNotifications } from '#domain/platforms/platform-session.ts'
import { findUserByEmail, lockUser } from '#domain/accounts/user.ts'
import { transaction, type Db } from '#server/db.ts'

/**
 * Deletes all data about a deactivated user except the id, which audit rows refer to. Returns the id. Throws if the
 * user is unknown or active, or if a platform has not yet been notified of the end of a session.
 */
export function eraseUser(
  db: Db,
  actor: Actor,
  { email, reason }: { email: string; reason: string },
): Promise<string> {
  return transaction(db, async (tx) => {
    const id = (await findUserByEmail(tx, email))?.id
    const lockedUser = id === undefined ? undefined : await lockUser(tx, id)
    if (id === undefined || !lockedUser) throw new Error(`There is no user ${email}.`)
    if (lockedUser.user.active) {
      throw new Error(
        `${email} is active. Deactivate the user first, on the page Partner users: that ends the sessions, also on platforms.`,
      )
    }
    const pending = await countPendingNotifications(tx, id)
    if (pending > 0) {
      throw new Error(
        `${pending} logout notifications of ${email} are not delivered yet. Try again later: after a day it no longer matters.`,
      )
    }
    // The audit row needs the user's company, so it must precede the deletion.
    await recordAudit(tx, actor, 'user_erased', { targetId: id, data: { reason } })
    await eraseAccount(tx, id)
    // Failed logins before the account existed are stored under this key, with mails that are never sent.
    const keyOfAddress = addressKey(email)
    await clearStreaks(tx, [id, email, keyOfAddress])
    await deleteInvitationsOf(tx, email)
    for (const address of [email, keyOfAddress]) await deleteMailsTo(tx, address)
    return id
  })
}
