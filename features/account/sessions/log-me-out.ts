import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { deleteKnownBrowsersOf } from '#domain/known-browser.ts'
import { consumeLink, openLink } from '#domain/link.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { disablePasskey } from '#domain/passkey.ts'
import { endSessionsOf } from '#domain/session.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/**
 * Ends all sessions and forgets the known browsers; the link of a mail about a new passkey disables that, too. Needs no
 * login: the link can do nothing else.
 */
export async function logMeOut(db: Db, origin: Origin, token: string): Promise<void> {
  const { id: linkId, kind, userId, passkeyId } = await openLink(db, origin, token)
  if (kind !== 'log-me-out' || !userId) throw new Refusal(errorCodes.invalidLink)
  await transaction(db, async (tx) => {
    if (!(await consumeLink(tx, linkId))) throw new Refusal(errorCodes.invalidLink)
    // Before the sessions: this waits for an attempt that is being completed, whose session then ends too.
    await endLoginAttempts(tx, userId)
    const ended = await endSessionsOf(tx, userId)
    await deleteKnownBrowsersOf(tx, userId)
    if (passkeyId !== null && (await disablePasskey(tx, passkeyId))) {
      const facts = { passkeyId, reason: 'reported' }
      await recordAudit(tx, origin, 'passkey_disabled', { targetId: userId, data: facts })
    }
    const data = { linkId, ended }
    await recordAudit(tx, origin, 'all_sessions_ended', { targetId: userId, data })
  })
}
