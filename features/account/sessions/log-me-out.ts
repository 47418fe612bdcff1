import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { deleteKnownBrowsersOf } from '#domain/known-browser.ts'
import { openLink, consumeLink } from '#domain/link.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { endSessionsOf } from '#domain/session.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { logMeOut as endpoint } from './contract.ts'

const { refusals } = endpoint

/** Works for whoever holds the mail, logged in or not: all that it can do is to end what is open. */
export async function logMeOut(db: Db, origin: Origin, token: string): Promise<void> {
  const { link, held } = await openLink(db, origin, token)
  if (held) throw new Refusal(refusals.tooManyRequests, held)
  if (link?.kind !== 'log-me-out' || !link.userId) throw new Refusal(refusals.invalidLink)
  const ending = { linkId: link.id, userId: link.userId, origin }
  await transaction(db, (tx) => endAll(tx, ending))
}

type Ending = { linkId: string; userId: string; origin: Origin }

/** Attempts end before the sessions: one that is being completed now is waited for, and its session ends too. */
async function endAll(tx: Transaction, { linkId, userId, origin }: Ending): Promise<void> {
  if (!(await consumeLink(tx, linkId))) throw new Refusal(refusals.invalidLink)
  await endLoginAttempts(tx, userId)
  const ended = await endSessionsOf(tx, userId)
  await deleteKnownBrowsersOf(tx, userId)
  await recordAudit(tx, origin, 'all_sessions_ended', { targetId: userId, data: { linkId, ended } })
}
