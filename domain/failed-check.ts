import type { RecordedAction } from '#contract/audit-action.ts'
import type { Locale } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { maxTries } from '#contract/session.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { keepIf, transaction, type Db, type Transaction } from '#server/db.ts'
import { recordAudit, recordAuditIf } from './audit.ts'
import { countFailures, maxStreak } from './failure-streak.ts'
import { deleteKnownBrowser } from './known-browser.ts'
import { enqueueMail } from './mail.ts'
import { isWithinLimit, type RateLimited } from './rate-limit.ts'

/** With as many attempts left, or fewer, a refusal says so. */
const fewAttempts = 3

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
  /** The password was wrong, too. */
  isDecoy?: boolean
  /** Whether the work does not tell what a failure leads to. */
  isUniform?: boolean
}

export type Failure = {
  /** False for a used code, and where a right credential would be refused too. */
  isGuess: boolean
  locksAccount: boolean
  disablesFactor: boolean
  /** Answered in place of the error of the check. */
  refusal?: Refusal | undefined
}

/** What a failure has led to, for its mail. */
type Effect = 'locked' | 'restricted' | 'disabled' | 'ended' | 'none'

type Streaks = ReadonlyMap<string, number>

/** Counts a failure in a row, and writes what it leads to into the audit log and a mail. Returns the streaks. */
export async function recordFailure(
  tx: Transaction,
  check: FailedCheck,
  { isGuess, locksAccount, disablesFactor }: Failure,
): Promise<Streaks> {
  const { kind, origin, owner, browserId, session, isUniform = false } = check
  const key = owner.id ?? owner.email
  const keys = new Set([key, browserId ?? key, session?.id ?? key])
  const keptFor = owner.id === undefined ? '1 day' : '1 year'
  const streaks = await countFailures(tx, [...keys], { isGuess, keptFor })
  const failures = streaks.get(key) ?? 0
  const isRestricted = isGuess && failures === maxStreak
  const audit = async (isWanted: boolean, action: RecordedAction, data = {}) => {
    if (!isWanted && !isUniform) return
    const details = { targetId: owner.id, data }
    await recordAuditIf(tx, isWanted, { actor: origin, action, details })
  }
  const minutes = config.limits.accountCode.blockMinutes
  await audit(locksAccount, 'account_locked', { what: kind, minutes })
  await audit(isRestricted, 'account_restricted', { failures })
  await audit(disablesFactor, 'second_factor_disabled')
  const isEnded = isGuess && session !== undefined && isOver(streaks, session.id, maxTries)
  const isMany = isGuess && failures % maxTries === 0
  const passing: Effect | undefined = isEnded
    ? 'ended'
    : locksAccount
      ? 'locked'
      : isMany
        ? 'none'
        : undefined
  const lasting: Effect[] = [
    ...(isRestricted ? (['restricted'] as const) : []),
    ...(disablesFactor ? (['disabled'] as const) : []),
  ]
  const effects = lasting.length > 0 ? lasting : [passing]
  for (const effect of effects) await sendFailureMail(tx, check, effect)
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

/** At the limit of the address or, by a rule, of the known browser. */
export function limitedOf(
  { errors, browserId }: { errors: { limited: number }; browserId?: string | undefined },
  limited: RateLimited,
): Refusal {
  const code = errors.limited
  const fault = { code, ...(browserId !== undefined && { rule: 'browserBlocked' }) }
  return new Refusal(code, { ...limited, faults: [fault] })
}

type Refused = {
  errors: { wrong: number }
  field: string | undefined
  isUniform?: boolean
  tellsAttemptsLeft?: boolean
}

/** With the uniform first step, neither a field nor a count tells how far the attempt came. */
export function refusalOf(
  { errors, field, isUniform = false, tellsAttemptsLeft = false }: Refused,
  attemptsLeft: number,
): Refusal {
  const code = errors.wrong
  if (isUniform) return new Refusal(code)
  const isTold = tellsAttemptsLeft && attemptsLeft <= fewAttempts
  const fault = { code, ...(field && { field }), ...(isTold && { attemptsLeft }) }
  return new Refusal(code, { faults: [fault] })
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
  { kind, owner, isDecoy = false, isUniform = false }: FailedCheck,
  effect: Effect | undefined,
): Promise<void> {
  if (effect === undefined && !isUniform) return
  const isLasting = effect === 'restricted' || effect === 'disabled'
  const key = `${isLasting ? effect : 'failures'} ${owner.id ?? owner.email}`
  const isSent = await isWithinLimit(tx, 'failureMails', key, effect !== undefined)
  const data = { what: isDecoy ? 'password' : kind, effect: effect ?? 'none' }
  // One that is not sent refers to no account, where looking for that would take time.
  const to = isSent ? owner : { email: owner.email }
  const send = () => enqueueMail(tx, 'account-locked', to, data)
  if (isUniform) await keepIf(tx, isSent, send)
  else if (isSent) await send()
}
