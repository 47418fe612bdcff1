import type { RecordedAction } from '#contract/audit-action.ts'
import type { Locale } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { maxAttempts } from '#contract/session.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { openStrategy, type LoginStrategy } from '#server/login-strategy.ts'
import { recordAudit, recordAuditIf } from '../audit/audit.ts'
import { countFailures, maxStreak } from './failure-streak.ts'
import { deleteKnownBrowser } from '../sessions/known-browser.ts'
import { enqueueMail } from '../mail/mail.ts'
import { consumeWithinLimit, type RateLimited } from './rate-limit.ts'

/** Threshold: with this number of attempts left or fewer, the error contains the number. */
const fewAttempts = 3

/** The account whose credential was wrong; without an id, an email address without an account. Both count alike. */
export type Owner = {
  id?: string | undefined
  email: string
  preferredLanguage?: Locale | undefined
}

/** A session in which the user has to enter a credential again. `end` returns false if it has already ended. */
export type AskingSession = { id: string; end: (tx: Transaction) => Promise<unknown> }

type FailedCheck = {
  kind: string
  origin: Origin
  owner: Owner
  browserId?: string | undefined
  session?: AskingSession | undefined
  /** True if the password of this login attempt was wrong as well. */
  isDecoy?: boolean
  strategy?: LoginStrategy
}

export type Failure = {
  /** False for an already used code, and if a correct credential would be refused too, for example during a lockout. */
  isGuess: boolean
  locksAccount: boolean
  disablesFactor: boolean
  /** Error to return instead of the usual one of the check. */
  refusal?: Refusal | undefined
}

/**
 * Effect of a failure that the email to the user is about. `locked`: the account is locked out for some minutes.
 * `restricted`: the account accepts no more passwords from new browsers. `disabled`: the second factor is disabled.
 * `ended`: the session has ended. `none`: no effect, the email is about the failures alone.
 */
type Effect = 'locked' | 'restricted' | 'disabled' | 'ended' | 'none'

type Streaks = ReadonlyMap<string, number>

/**
 * Counts a failure in the streaks of account, known browser and session, and records its effects in the audit log and
 * an email. Returns the streaks by key.
 */
export async function recordFailure(
  tx: Transaction,
  check: FailedCheck,
  { isGuess, locksAccount, disablesFactor }: Failure,
): Promise<Streaks> {
  const { kind, origin, owner, browserId, session, strategy = openStrategy } = check
  const key = owner.id ?? owner.email
  // A set, because a step-up passes the id of the session as that of the browser, too.
  const keys = new Set([key, browserId ?? key, session?.id ?? key])
  const keptFor = owner.id === undefined ? '1 day' : '1 year'
  const streaks = await countFailures(tx, [...keys], { isGuess, keptFor })
  const failures = streaks.get(key) ?? 0
  const isRestricted = isGuess && failures === maxStreak
  const audit = async (isWanted: boolean, action: RecordedAction, data = {}) => {
    if (strategy.skips(isWanted)) return
    const details = { targetId: owner.id, data }
    await recordAuditIf(tx, isWanted, { actor: origin, action, details })
  }
  const minutes = config.limits.accountCode.blockMinutes
  await audit(locksAccount, 'account_locked', { what: kind, minutes })
  await audit(isRestricted, 'account_restricted', { failures })
  await audit(disablesFactor, 'second_factor_disabled', { reason: 'wrong codes' })
  const temporaryEffect = (): Effect | undefined => {
    if (isGuess && session && hasReached(streaks, session.id, maxAttempts)) return 'ended'
    if (locksAccount) return 'locked'
    const isEveryFifthFailure = isGuess && failures % maxAttempts === 0
    return isEveryFifthFailure ? 'none' : undefined
  }
  const lastingEffects: Effect[] = [
    ...(isRestricted ? (['restricted'] as const) : []),
    ...(disablesFactor ? (['disabled'] as const) : []),
  ]
  const effects = lastingEffects.length > 0 ? lastingEffects : [temporaryEffect()]
  for (const effect of effects) await sendFailureMail(tx, check, effect)
  return streaks
}

/**
 * Forgets a known browser and ends a session if their streaks have reached the maximum. Uses transactions of its own,
 * after the one of `recordFailure`: a login locks browsers and sessions before streaks, so that the opposite order in
 * one transaction could deadlock.
 */
export async function enforceStreaks(
  db: Db,
  { origin, owner, browserId, session }: FailedCheck,
  streaks: Streaks,
): Promise<void> {
  const targetId = owner.id
  if (browserId !== undefined && hasReached(streaks, browserId, maxStreak)) {
    await transaction(db, async (tx) => {
      if (await deleteKnownBrowser(tx, browserId))
        await recordAudit(tx, origin, 'known_browser_forgotten', { targetId, data: { browserId } })
    })
  }
  if (session && hasReached(streaks, session.id, maxAttempts)) {
    await transaction(db, async (tx) => {
      const data = { sessionId: session.id, reason: 'wrong codes' }
      if (await session.end(tx)) await recordAudit(tx, origin, 'session_ended', { targetId, data })
    })
  }
}

/** Returns the error for a reached rate limit. Its rule says if a known browser or a network is blocked, not an address. */
export function limitRefusal(
  { errors, browserId }: { errors: { limited: number }; browserId?: string | undefined },
  limited: RateLimited,
): Refusal {
  const code = errors.limited
  const rule = browserId === undefined ? undefined : 'browserBlocked'
  const fault = { code, rule: limited.isNetworkBlocked ? 'networkBlocked' : rule }
  return new Refusal(code, { retryAfterSeconds: limited.retryAfterSeconds, faults: [fault] })
}

type RefusalInput = {
  errors: { wrong: number }
  field: string | undefined
  strategy?: LoginStrategy
  includesAttemptsLeft?: boolean
}

/** Returns the error for a wrong credential, with its field and the attempts left if the strategy shows them. */
export function wrongCredentialRefusal(
  { errors, field, strategy = openStrategy, includesAttemptsLeft = false }: RefusalInput,
  attemptsLeft: number,
): Refusal {
  const isCountIncluded = includesAttemptsLeft && attemptsLeft <= fewAttempts
  return strategy.refusalOf({
    code: errors.wrong,
    ...(field && { field }),
    ...(isCountIncluded && { attemptsLeft }),
  })
}

function hasReached(streaks: Streaks, key: string, max: number): boolean {
  return (streaks.get(key) ?? 0) >= max
}

/**
 * Queues at most one email per day about failures, and one more about a lasting effect. For constant work, an email is
 * also queued for an address without an account; it has no account id, so the job of mails drops it.
 */
async function sendFailureMail(
  tx: Transaction,
  { kind, owner, isDecoy = false, strategy = openStrategy }: FailedCheck,
  effect: Effect | undefined,
): Promise<void> {
  if (strategy.skips(effect !== undefined)) return
  const isLasting = effect === 'restricted' || effect === 'disabled'
  const key = `${isLasting ? effect : 'failures'} ${owner.id ?? owner.email}`
  const isKept = await consumeWithinLimit(tx, 'failureMails', key, effect !== undefined)
  const data = { what: isDecoy ? 'password' : kind, effect: effect ?? 'none' }
  // A mail that `writeIf` does not keep has no account id, so that no foreign key is checked, as for an unknown address.
  const to = isKept ? owner : { email: owner.email }
  await strategy.writeIf(tx, isKept, () => enqueueMail(tx, 'account-locked', to, data))
}
