import { errorCodes, Refusal } from '#contract/refusal.ts'
import { disableAddedFactor } from '#domain/credentials/added-factor.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { deleteKnownBrowsersOf } from '#domain/sessions/known-browser.ts'
import { removeContactPoint } from '#domain/accounts/contact-point.ts'
import { consumeLink, openLink, type Link } from '#domain/sign-in/link.ts'
import { endLoginAttempts } from '#domain/sign-in/login-attempt.ts'
import { endSessionsOf } from '#domain/sessions/session.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

/**
 * Ends all sessions and deletes the known browsers. A link from an email about a new passkey, authenticator or address
 * also undoes that change. Requires no login: the link can only end sessions and undo that change.
 */
export async function logMeOut(db: Db, origin: Origin, token: string): Promise<void> {
  const link = await openLink(db, origin, token)
  const { id: linkId, kind, userId } = link
  if (kind !== 'log-me-out' || !userId) throw new Refusal(errorCodes.invalidLink)
  await transaction(db, async (tx) => {
    if (!(await consumeLink(tx, linkId))) throw new Refusal(errorCodes.invalidLink)
    // Before sessions end, because this waits for a login that is being completed, whose session must end, too.
    await endLoginAttempts(tx, userId)
    const ended = await endSessionsOf(tx, userId)
    await deleteKnownBrowsersOf(tx, userId)
    await disableAddedFactor(tx, origin, { ...link, userId })
    await removeAddress(tx, origin, { ...link, userId })
    const data = { linkId, ended }
    await recordAudit(tx, origin, 'all_sessions_ended', { targetId: userId, data })
  })
}

/** Removes the address that the email announced. */
async function removeAddress(
  tx: Transaction,
  origin: Origin,
  { userId: targetId, contactPointId }: Link & { userId: string },
): Promise<void> {
  if (contactPointId === null) return
  if (!(await removeContactPoint(tx, targetId, contactPointId))) return
  await recordAudit(tx, origin, 'contact_point_removed', { targetId, data: { contactPointId } })
}
