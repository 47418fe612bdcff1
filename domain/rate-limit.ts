import type { Sql } from 'sql-template-tag'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { Origin } from '#server/caller.ts'
import { addressKeys } from '#server/address-key.ts'
import { config } from '#server/config.ts'
import { affects, purgeOf, row, run, scalar, sql, type Db, withoutDurability } from '#server/db.ts'
import { recordAudit } from './audit.ts'
import { clearStreaks } from './failure-streak.ts'

/*
 * Rate limits with a sliding window, shared by all servers through the table `rate_limits`. A lockout is a
 * rate limit on the failures of one account.
 */

export type LimitName = keyof typeof config.limits

/** Limits on load, not on guesses: a crash may lose their latest attempts. Counted in no caller's transaction. */
const losable: ReadonlySet<LimitName> = new Set([
  'signOns',
  'signOnsPerClient',
  'challenges',
  'passkeyChallenges',
  'serviceCalls',
])

/** `factor`: how many times as much as one address. */
export type LimitKey = [name: LimitName, key: string, factor?: number]

/** `isLast`: this attempt reached the limit and blocks the next ones. */
type Counted = { isLast: boolean; attemptsLeft: number }

/** The limit is reached: 429 with Retry-After. */
export type RateLimited = { retryAfterSeconds: number }

/**
 * Counts an attempt at a rate limit; undefined while the limit is not reached. Atomic: call it before the
 * work that it limits, and no number of parallel attempts exceeds the limit.
 */
export async function consumeRateLimit(
  db: Db,
  name: LimitName,
  key: string,
): Promise<RateLimited | undefined> {
  const counted = await countAttempt(db, name, key)
  return 'retryAfterSeconds' in counted ? counted : undefined
}

/** Like it, by one statement also where the limit is reached or nothing is to be counted: false then. */
export function isWithinLimit(
  db: Db,
  name: LimitName,
  key: string,
  isWanted = true,
): Promise<boolean> {
  return affects(db)`${attemptAt([name, key], sql`${isWanted}::boolean`)}`
}

/** The limits of an IP address; an IPv6 address counts for its /64 and, with a wider limit, for its /48. */
export function addressLimits(name: LimitName, { ipAddress }: Origin): LimitKey[] {
  const [address, network] = addressKeys(ipAddress)
  const own: LimitKey = [name, address]
  return network === undefined ? [own] : [own, [name, network, config.limitNetworkFactor]]
}

/** Like `consumeRateLimit`, by IP address. The audit log gets one row per block. */
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
 * Returns what `check` finds. Only its failures stay counted, which are the falsy results. The audit log gets one row
 * per block. Throws `tooManyRequests`.
 */
export async function limitFailures<Result>(
  db: Db,
  name: LimitName,
  origin: Origin,
  check: () => Promise<Result>,
): Promise<Result> {
  const counted = await countAttempts(db, addressLimits(name, origin))
  if ('retryAfterSeconds' in counted) throw new Refusal(errorCodes.tooManyRequests, counted)
  const found = await check()
  if (found) await refundAddressLimit(db, name, origin)
  else if (counted.isLast) await recordAddressBlock(db, name, origin)
  return found
}

/** Takes the latest attempt out of the count, and lifts the block that it caused; or neither, by the same statement. */
export async function refundRateLimit(
  db: Db,
  [name, key]: LimitKey,
  isWanted = true,
): Promise<void> {
  await run(db)`
    update rate_limits set tries = trim_array(tries, 1), blocked_until = null
    where name = ${name} and key = ${key} and cardinality(tries) > 0 and ${isWanted}::boolean`
}

/** For a statement that writes as much where it has nothing to write: the row of a limit, as it is. */
export function sameLimit([name, key]: LimitKey, condition: Sql): Sql {
  return sql`
    update rate_limits set stale_at = stale_at where name = ${name} and key = ${key} and ${condition}`
}

export async function refundAddressLimit(db: Db, name: LimitName, origin: Origin): Promise<void> {
  for (const limit of addressLimits(name, origin)) await refundRateLimit(db, limit)
}

/** After a new password. Failed codes stay counted: a mailed link proves nothing about the second factor. */
export async function clearPasswordFailures(db: Db, userId: string): Promise<void> {
  await run(db)`delete from rate_limits where name = 'accountPassword' and key = ${userId}`
  await clearStreaks(db, [userId])
}

/** After a completed login: resets the failures of the account and of the browser. */
export async function clearFailures(db: Db, userId: string, browserId: string): Promise<void> {
  await run(db)`
    delete from rate_limits
    where name in ('accountPassword', 'accountCode', 'browserPassword', 'browserCode')
      and key = any(${[userId, browserId]}::text[])`
  await clearStreaks(db, [userId, browserId])
}

export const deleteExpiredRateLimits = purgeOf(
  'rate_limits',
  sql`stale_at <= now() - ${config.retention.expired}::interval`,
  sql`for update skip locked`,
)

/**
 * Like `consumeRateLimit`; `isLast` says that this attempt reached the limit and blocks the next ones.
 * One statement decides: it returns no row while the key is blocked.
 */
export async function countAttempt(db: Db, ...limit: LimitKey): Promise<Counted | RateLimited> {
  const counted = await tryAttempt(db, ...limit)
  return counted ?? { retryAfterSeconds: await secondsLeft(db, limit) }
}

/** Like it, but undefined when the limit is reached: one statement in any case. */
export function tryAttempt(db: Db, ...limit: LimitKey): Promise<Counted | undefined> {
  return row<Counted>(db)`${attemptAt(limit)}`
}

/** Counts an attempt at each limit, or at none: one that is reached refunds those before it. */
export async function countAttempts(
  db: Db,
  limits: readonly LimitKey[],
): Promise<Counted | RateLimited> {
  let isLast = false
  let attemptsLeft = Infinity
  for (const [index, limit] of limits.entries()) {
    const counted = await countAttempt(db, ...limit)
    if ('retryAfterSeconds' in counted) {
      for (const before of limits.slice(0, index)) await refundRateLimit(db, before)
      return counted
    }
    isLast ||= counted.isLast
    attemptsLeft = Math.min(attemptsLeft, counted.attemptsLeft)
  }
  return { isLast, attemptsLeft }
}

/**
 * Takes the latest attempt at other limits out of their count and counts one at `name` instead, while that is not
 * reached. One statement, also when nothing is wanted, so that the work is the same. Returns whether it was done.
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

/** Counts an attempt where the condition holds; returns no row while the key is blocked. */
function attemptAt(
  [name, key, factor = 1]: LimitKey,
  condition = losable.has(name) ? withoutDurability : sql`true`,
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

/** At least 1, also when a refund has lifted the block in the meantime. */
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
