import type { Sql } from 'sql-template-tag'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { Origin } from '#server/caller.ts'
import { addressKeys, networkFactor } from '#server/address-key.ts'
import { config } from '#server/config.ts'
import { affects, purgeOf, row, run, scalar, sql, type Db, withoutDurability } from '#server/db.ts'
import { recordAudit } from '../audit/audit.ts'
import { clearStreaks } from './failure-streak.ts'

/*
 * Rate limits with a sliding window, shared by all servers through the table `rate_limits`. A lockout is a
 * rate limit on the failures of one account.
 */

export type LimitName = keyof typeof config.limits

/**
 * Limits on load, not on guesses. Their attempts are written without durability, so a crash may lose the latest ones.
 * They are never counted in a caller's transaction.
 */
const limitsWithoutDurability: ReadonlySet<LimitName> = new Set([
  'signOns',
  'signOnsPerClient',
  'challenges',
  'passkeyChallenges',
  'serviceCalls',
])

/** Limit and the key it counts for. `factor` multiplies the limit; 1 by default. */
export type LimitKey = [name: LimitName, key: string, factor?: number]

/** Counted attempt. `isLast` is true if it reached the limit and blocks the next attempts. */
type CountedAttempt = { isLast: boolean; attemptsLeft: number }

/** Result of a reached limit, answered with 429 and Retry-After. */
export type RateLimited = { retryAfterSeconds: number }

/**
 * Counts an attempt; returns undefined while the limit is not reached. Atomic: if called before the work that it
 * limits, no number of concurrent attempts exceeds the limit.
 */
export async function consumeRateLimit(
  db: Db,
  name: LimitName,
  key: string,
): Promise<RateLimited | undefined> {
  const counted = await countAttempt(db, name, key)
  return 'retryAfterSeconds' in counted ? counted : undefined
}

/**
 * Counts an attempt like `consumeRateLimit`, but always by exactly one statement. Returns false if the limit is
 * reached, or if `isWanted` is false and nothing is counted.
 */
export function consumeWithinLimit(
  db: Db,
  name: LimitName,
  key: string,
  isWanted = true,
): Promise<boolean> {
  return affects(db)`${attemptAt([name, key], sql`${isWanted}::boolean`)}`
}

/** Returns the limits of an IP address. An IPv6 address counts for its /64 and, with a wider limit, for its /48. */
export function addressLimits(name: LimitName, { ipAddress }: Origin): LimitKey[] {
  const [address, network] = addressKeys(ipAddress)
  const own: LimitKey = [name, address]
  return network === undefined ? [own] : [own, [name, network, networkFactor]]
}

/**
 * Counts an attempt of an IP address; returns undefined while the limit is not reached. Writes one audit row per block.
 */
export async function consumeAddressLimit(
  db: Db,
  name: LimitName,
  origin: Origin,
): Promise<RateLimited | undefined> {
  const counted = await countAttempts(db, addressLimits(name, origin))
  if ('retryAfterSeconds' in counted) return counted
  if (counted.isLast) await recordAddressBlock(db, name, origin)
  return undefined
}

/**
 * Runs `check` and returns its result. Only failures, which are falsy results, stay counted. Writes one audit row per
 * block. Throws `tooManyRequests`.
 */
export async function limitFailures<Result>(
  db: Db,
  name: LimitName,
  origin: Origin,
  check: () => Promise<Result>,
): Promise<Result> {
  const counted = await countAttempts(db, addressLimits(name, origin))
  if ('retryAfterSeconds' in counted) throw new Refusal(errorCodes.tooManyRequests, counted)
  const result = await check()
  if (result) await refundAddressLimit(db, name, origin)
  else if (counted.isLast) await recordAddressBlock(db, name, origin)
  return result
}

/**
 * Removes the latest attempt from the count and lifts the block. With `isWanted` false, runs the same statement but
 * changes nothing.
 */
export async function refundRateLimit(
  db: Db,
  [name, key]: LimitKey,
  isWanted = true,
): Promise<void> {
  await run(db)`
    update rate_limits set tries = trim_array(tries, 1), blocked_until = null
    where name = ${name} and key = ${key} and cardinality(tries) > 0 and ${isWanted}::boolean`
}

/**
 * Returns SQL that updates the row of a limit without changing it, for statements that must always write equally much.
 */
export function rewriteLimit([name, key]: LimitKey, condition: Sql): Sql {
  return sql`
    update rate_limits set stale_at = stale_at where name = ${name} and key = ${key} and ${condition}`
}

export async function refundAddressLimit(db: Db, name: LimitName, origin: Origin): Promise<void> {
  for (const limit of addressLimits(name, origin)) await refundRateLimit(db, limit)
}

/**
 * Resets the failed passwords of a user, after a new password. Failed codes stay counted, because a mailed link proves
 * nothing about the second factor.
 */
export async function clearPasswordFailures(db: Db, userId: string): Promise<void> {
  await run(db)`delete from rate_limits where name = 'accountPassword' and key = ${userId}`
  await clearStreaks(db, [userId])
}

/** Resets the failures of the account and of the browser, after a completed login. */
export async function clearFailures(db: Db, userId: string, browserId: string): Promise<void> {
  await run(db)`
    delete from rate_limits
    where name in ('accountPassword', 'accountCode', 'browserPassword', 'browserCode')
      and key = any(${[userId, browserId]}::text[])`
  await clearStreaks(db, [userId, browserId])
}

export const deleteExpiredRateLimits = purgeOf(
  'rate_limits',
  sql`stale_at <= now()`,
  sql`for update skip locked`,
)

/**
 * Counts an attempt like `consumeRateLimit`, and also returns the attempts left. Atomic: one statement counts, and
 * returns no row while the key is blocked.
 */
export async function countAttempt(
  db: Db,
  ...limit: LimitKey
): Promise<CountedAttempt | RateLimited> {
  const counted = await tryAttempt(db, ...limit)
  return counted ?? { retryAfterSeconds: await secondsLeft(db, limit) }
}

/**
 * Counts an attempt like `countAttempt`, but always by exactly one statement. Returns undefined if the limit is
 * reached.
 */
export function tryAttempt(db: Db, ...limit: LimitKey): Promise<CountedAttempt | undefined> {
  return row<CountedAttempt>(db)`${attemptAt(limit)}`
}

/**
 * Counts an attempt at each limit, or at none: if one is reached, the attempts at the limits before it are refunded.
 */
export async function countAttempts(
  db: Db,
  limits: readonly LimitKey[],
): Promise<CountedAttempt | RateLimited> {
  let isLast = false
  let attemptsLeft = Infinity
  for (const [index, limit] of limits.entries()) {
    const counted = await countAttempt(db, ...limit)
    if ('retryAfterSeconds' in counted) {
      for (const earlier of limits.slice(0, index)) await refundRateLimit(db, earlier)
      return counted
    }
    isLast ||= counted.isLast
    attemptsLeft = Math.min(attemptsLeft, counted.attemptsLeft)
  }
  return { isLast, attemptsLeft }
}

/**
 * Removes the latest attempt at the limits `from` and counts it at the limit `to`, unless `to` is reached or `isWanted`
 * is false. Always one statement, so that the work is constant. Returns true if the attempt was moved.
 */
export function moveAttempt(
  db: Db,
  { isWanted, from, to }: { isWanted: boolean; from: readonly LimitKey[]; to: LimitKey },
): Promise<boolean> {
  return affects(db)`
    with counted as (${attemptAt(to, sql`${isWanted}::boolean`)})
    update rate_limits set tries = trim_array(tries, 1), blocked_until = null
    where exists (select from counted) and cardinality(tries) > 0
      and (name, key) in (
        select * from unnest(${from.map(([name]) => name)}::text[], ${from.map(([, key]) => key)}::text[]))`
}

/**
 * Returns SQL that counts an attempt if `condition` is true. It returns no row while the key is blocked. The default
 * condition is always true (server/db.ts `withoutDurability`).
 */
function attemptAt(
  [name, key, factor = 1]: LimitKey,
  condition = limitsWithoutDurability.has(name) ? withoutDurability : sql`true`,
): Sql {
  const { withinMinutes, blockMinutes } = config.limits[name]
  const max = config.limits[name].max * factor
  const within = sql`make_interval(mins => ${withinMinutes})`
  const block = sql`make_interval(mins => ${blockMinutes})`
  return sql`
    insert into rate_limits as c (name, key, tries, blocked_until, stale_at)
    select ${name}, ${key}, array[now()], case when ${max}::int = 1 then now() + ${block} end,
           now() + greatest(${within}, ${block})
    where ${condition}
    on conflict (name, key) do update
    set (tries, blocked_until, stale_at) = (
      select kept || now(),
             case when cardinality(kept) + 1 >= ${max}::int then now() + ${block} end,
             now() + greatest(${within}, ${block})
      from (select array(select tried from unnest(c.tries) tried
                         where c.blocked_until is null and tried > now() - ${within}) as kept) recent)
    where c.blocked_until is null or c.blocked_until <= now()
    returning blocked_until is not null as is_last, ${max}::int - cardinality(tries) as attempts_left`
}

/** Returns the seconds until the block ends; at least 1, even if a refund has lifted the block in the meantime. */
async function secondsLeft(db: Db, [name, key]: LimitKey): Promise<number> {
  const seconds = await scalar<number>(db)`
    select ceil(extract(epoch from blocked_until - now()))::int
    from rate_limits where name = ${name} and key = ${key} and blocked_until > now()`
  return Math.max(1, seconds ?? 1)
}

export async function recordAddressBlock(db: Db, name: LimitName, origin: Origin): Promise<void> {
  await recordAudit(db, origin, 'address_blocked', {
    data: { limit: name, minutes: config.limits[name].blockMinutes },
  })
}
