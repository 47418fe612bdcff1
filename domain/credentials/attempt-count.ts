import type { Sql } from 'sql-template-tag'
import type { Origin } from '#server/caller.ts'
import { sql, type Db } from '#server/db.ts'
import type { Owner } from './failed-check.ts'
import { maxStreak, streakOf } from './failure-streak.ts'
import { addressLimits } from './address-limit.ts'
import {
  moveAttempt,
  refundAttempts,
  requireAll,
  tryAttempts,
  type LimitKey,
  type RateLimited,
} from './rate-limit.ts'

/** An attempt at a credential, and what it counts for. */
type CountedCheck = {
  kind: string
  origin: Origin
  owner?: Owner
  browserId?: string | undefined
}

export type AttemptCount = {
  /** True if the account accepts nothing from this browser, for half an hour or until a new password. */
  isLockedOut: boolean
  /** True if this attempt reached the limit of the address, so that a failure blocks it. */
  blocksAddress: boolean
  /** True if this attempt reached the limit of the account, so that a failure locks it. */
  locksAccount: boolean
  /** Number of attempts that the browser or the address has left. */
  attemptsLeft: number
}

/**
 * Counts an attempt for a known browser; for other browsers, counts it for the IP address and the account. Also reads
 * the streak of the account and the credential, so that one statement serves every account, known or not.
 */
export async function countAttempt<Credential extends { id: string }>(
  db: Db,
  check: CountedCheck,
  query: Sql,
): Promise<(AttemptCount & { credential: Credential | undefined }) | RateLimited> {
  const sources = sourceLimits(check)
  const [limit] = accountLimits(check)
  const { counted, row } = await tryAttempts<Credential & { streak: number }>(
    db,
    limit ? [...sources, limit] : sources,
    sql`select ${limit ? streakOf(limit[1]) : sql`0`} as streak, stored.*
        from (select) always left join (${query}) stored on true`,
  )
  const source = await requireAll(db, sources, counted.slice(0, sources.length))
  if ('retryAfterSeconds' in source) return source
  const blocksAddress = source.isLast && check.browserId === undefined
  const { attemptsLeft } = source
  const credential = row?.id ? row : undefined
  if (!limit)
    return { isLockedOut: false, blocksAddress, locksAccount: false, attemptsLeft, credential }
  const account = counted[sources.length]
  const isRestricted = (row?.streak ?? 0) >= maxStreak
  const isLockedOut = !account || isRestricted
  const locksAccount = !isLockedOut && account.isLast
  return { isLockedOut, blocksAddress, locksAccount, attemptsLeft, credential }
}

/** Refunds an attempt. Not for a locked account: it counted nothing, and a refund would lift the lockout. */
export function refundAttempt(
  db: Db,
  check: CountedCheck,
  { isLockedOut }: AttemptCount,
): Promise<void> {
  return refundAttempts(db, [...sourceLimits(check), ...(isLockedOut ? [] : accountLimits(check))])
}

/** Moves the attempt of a used code to a limit of its own. Returns false if that limit is reached or the code is new. */
export async function refundUsedCode(
  db: Db,
  check: CountedCheck,
  isUsed: boolean,
): Promise<boolean> {
  const { kind, owner, browserId } = check
  if (kind !== 'code' && kind !== 'passkey') return false
  return moveAttempt(db, {
    isWanted: isUsed,
    from: [...sourceLimits(check), ...accountLimits(check)],
    to: ['usedCodes', `${owner?.id} ${browserId ?? 'unknown'}`],
  })
}

/** Returns the limits of a known browser, or else of the IP address. */
export function sourceLimits({ kind, origin, browserId }: CountedCheck): LimitKey[] {
  if (browserId === undefined) return addressLimits('addressFailures', origin)
  return [[kind === 'password' ? 'browserPassword' : 'browserCode', browserId]]
}

/** Returns the limit of the account; none for a known browser, and for an attempt without an owner. */
export function accountLimits({ kind, owner, browserId }: CountedCheck): LimitKey[] {
  if (browserId !== undefined || !owner) return []
  return [[kind === 'password' ? 'accountPassword' : 'accountCode', owner.id ?? owner.email]]
}
