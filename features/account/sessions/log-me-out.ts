import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { deleteKnownBrowsersOf } from '#domain/known-browser.ts'
import { consumeLink, openLink, type Link } from '#domain/link.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { disablePasskey } from '#domain/passkey.ts'
import { disableAuthenticator } from '#domain/second-factor.ts'
import { endSessionsOf } from '#domain/session.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

/**
 * Ends all sessions and forgets the known browsers; the link of a mail about a new passkey or authenticator disables
 * that, too. Needs no login: the link can do nothing else.
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
    await disableAdded(tx, origin, { ...link, userId })
    const data = { linkId, ended }
    await recordAudit(tx, origin, 'all_sessions_ended', { targetId: userId, data })
  })
}

/** The passkey or authenticator that the mail told of. */
async function disableAdded(
  tx: Transaction,
  origin: Origin,
  { userId: targetId, passkeyId, authenticatorId }: Link & { userId: string },
): Promise<void> {
  const reason = 'reported'
  if (passkeyId !== null && (await disablePasskey(tx, passkeyId))) {
    await recordAudit(tx, origin, 'passkey_disabled', { targetId, data: { passkeyId, reason } })
  }
  if (authenticatorId !== null && (await disableAuthenticator(tx, authenticatorId))) {
    await recordAudit(tx, origin, 'second_factor_disabled', { targetId, data: { reason } })
  }
}
