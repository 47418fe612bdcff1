import { errorCodes, Refusal } from '#contract/refusal.ts'
import { disableAddedFactor } from '#domain/added-factor.ts'
import { recordAudit } from '#domain/audit.ts'
import { deleteKnownBrowsersOf } from '#domain/known-browser.ts'
import { removeContactPoint } from '#domain/contact-point.ts'
import { consumeLink, openLink, type Link } from '#domain/link.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { endSessionsOf } from '#domain/session.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

/**
 * Ends all sessions and forgets the known browsers; the link of a mail about a new passkey, authenticator or address
 * undoes that, too. Needs no login: the link can do nothing else.
 */
export async function logMeOut(db: Db, origin: Origin, token: string): Promise<void> {
  const link = await openLink(db, origin, token)
  const { id: linkId, kind, userId } = link
  if (kind !== 'log-me-out' || !userId) throw new Refusal(errorCodes.invalidLink)
  await transaction(db, async (tx) => {
    if (!(await consumeLink(tx, linkId))) throw new Refusal(errorCodes.invalidLink)
    // Before the sessions: this waits for an attempt that is being completed, whose session then ends too.
    await endLoginAttempts(tx, userId)
    const ended = await endSessionsOf(tx, userId)
    await deleteKnownBrowsersOf(tx, userId)
    await disableAddedFactor(tx, origin, { ...link, userId })
    await removeAddress(tx, origin, { ...link, userId })
    const data = { linkId, ended }
    await recordAudit(tx, origin, 'all_sessions_ended', { targetId: userId, data })
  })
}

/** The address that the mail told of. */
async function removeAddress(
  tx: Transaction,
  origin: Origin,
  { userId: targetId, contactPointId }: Link & { userId: string },
): Promise<void> {
  if (contactPointId === null) return
  if (!(await removeContactPoint(tx, targetId, contactPointId))) return
  await recordAudit(tx, origin, 'contact_point_removed', { targetId, data: { contactPointId } })
}
