import type { Locale } from '#contract/locale.ts'
import { maxTries } from '#contract/session.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { recordAudit, type Action } from './audit.ts'
import { countFailures, maxStreak } from './failure-streak.ts'
import { deleteKnownBrowser } from './known-browser.ts'
import { enqueueMail } from './mail.ts'
import { consumeRateLimit } from './rate-limit.ts'

/** The account whose credential was not right. Without an id: an email address without an account, counted alike. */
export type Owner = {
  id?: string | undefined
  email: string
  preferredLanguage?: Locale | undefined
}

/** A session in which a credential is asked for. */
export type AskingSession = { id: string; end: (tx: Transaction) => Promise<unknown> }

type FailedCheck = {
  kind: string
  origin: Origin
  owner: Owner
  browserId?: string | undefined
  session?: AskingSession | undefined
}

export type Failure = {
  /** False for a used code, and where a right credential would be refused too. */
  isGuess: boolean
  locksAccount: boolean
  disablesFactor: boolean
}

/** What a failure has led to, for its mail. */
type Effect = 'locked' | 'restricted' | 'disabled' | 'ended' | 'none'

type Streaks = ReadonlyMap<string, number>

/** Counts a failure in a row, and writes what it leads to into the audit log and a mail. Returns the streaks. */
export async function recordFailure(
  tx: Transaction,
  { kind, origin, owner, browserId, session }: FailedCheck,
  { isGuess, locksAccount, disablesFactor }: Failure,
): Promise<Streaks> {
  const key = owner.id ?? owner.email
  const keys = new Set([key, browserId ?? key, session?.id ?? key])
  const keptFor = owner.id === undefined ? '1 day' : '1 year'
  const streaks = await countFailures(tx, [...keys], { isGuess, keptFor })
  const failures = streaks.get(key) ?? 0
  const isRestricted = isGuess && failures === maxStreak
  const audit = (action: Action, data = {}) =>
    recordAudit(tx, origin, action, { targetId: owner.id, data })
  if (locksAccount)
    await audit('account_locked', { what: kind, minutes: config.limits.accountCode.blockMinutes })
  if (isRestricted) await audit('account_restricted', { failures })
  if (disablesFactor) await audit('second_factor_disabled')
  const mail = (effect: Effect) => sendFailureMail(tx, owner, { what: kind, effect })
  if (isRestricted) await mail('restricted')
  if (disablesFactor) await mail('disabled')
  if (isRestricted || disablesFactor) return streaks
  const isEnded = isGuess && session !== undefined && isOver(streaks, session.id, maxTries)
  if (isEnded) await mail('ended')
  else if (locksAccount) await mail('locked')
  else if (isGuess && failures % maxTries === 0) await mail('none')
  return streaks
}

/**
 * Forgets a known browser after too many failures of its own, and ends a session. Not in the transaction of the
 * failure: a login locks browsers and sessions before the streaks.
 */
export async function enforceStreaks(
  db: Db,
  { origin, owner, browserId, session }: FailedCheck,
  streaks: Streaks,
): Promise<void> {
  const targetId = owner.id
  if (browserId !== undefined && isOver(streaks, browserId, maxStreak)) {
    await transaction(db, async (tx) => {
      if (await deleteKnownBrowser(tx, browserId))
        await recordAudit(tx, origin, 'known_browser_forgotten', { targetId, data: { browserId } })
    })
  }
  if (session && isOver(streaks, session.id, maxTries)) {
    await transaction(db, async (tx) => {
      const data = { sessionId: session.id, reason: 'wrong codes' }
      if (await session.end(tx)) await recordAudit(tx, origin, 'session_ended', { targetId, data })
    })
  }
}

function isOver(streaks: Streaks, key: string, max: number): boolean {
  return (streaks.get(key) ?? 0) >= max
}

/**
 * At most one a day, and one more about something that no longer works. Queued for an unknown address too, so that
 * the work does not tell it apart; it is never sent.
 */
async function sendFailureMail(
  tx: Transaction,
  owner: Owner,
  data: { what: string; effect: Effect },
): Promise<void> {
  const isLasting = data.effect === 'restricted' || data.effect === 'disabled'
  const key = `${isLasting ? data.effect : 'failures'} ${owner.id ?? owner.email}`
  if (await consumeRateLimit(tx, 'failureMails', key)) return
  await enqueueMail(tx, 'account-locked', owner, data)
}
