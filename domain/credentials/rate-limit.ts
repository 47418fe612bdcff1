import { join, raw, type Sql } from 'sql-template-tag'
import { config } from '#server/config.ts'
import {
  affects,
  purgeOf,
  rows,
  run,
  row,
  sql,
  withoutDurabilityAlone,
  type Db,
} from '#server/db.ts'
import { selectBlocks } from './blocked-network.ts'
import { clearStreaks, deletionOfStreaks } from './failure-streak.ts'

/*
 * Rate limits with a sliding window, shared by all servers through the table `rate_limits`. A lockout is a rate limit on
 * the failures of one account.
 *
 * A row has at most `maxEntries` entries, whatever its limit is (decision 162). An entry is a number of attempts in
 * `counted`, and the time of the latest of them in `counted_at`. `tries` belongs to servers of 0.3.0, which store the
 * time of each attempt there and ignore the entries.
 *
 * Counts do not wait for the disk, except in a caller's transaction. A caller who learns that a credential is wrong has
 * waited for the commit of the audit row, which follows the count in the write-ahead log and makes it durable as well.
 */

export type LimitName = keyof typeof config.limits

/** Limit and the key it counts for. `factor` multiplies the limit; 1 by default. */
export type LimitKey = [name: LimitName, key: string, factor?: number]

const maxEntries = 10

/** SQL for the number of attempts that a row counts. */
export const countedAttempts = sql`
  (cardinality(tries) + coalesce((select sum(n) from unnest(counted) n), 0))`

/** Counted attempt. `isLast` is true if it reached the limit and blocks the next attempts. */
type CountedAttempt = { isLast: boolean; attemptsLeft: number }

/** Result of a reached limit, answered with 429 and Retry-After. `isNetworkBlocked` is true in a blocked network. */
export type RateLimited = { retryAfterSeconds: number; isNetworkBlocked?: true }

/**
 * Counts an attempt; returns undefined while the limit is not reached. Atomic: if called before the work that it
 * limits, no number of concurrent attempts exceeds the limit.
 */
export async function consumeRateLimit(
  db: Db,
  name: LimitName,
  key: string,
): Promise<RateLimited | undefined> {
  const counted = await countAttempts(db, [[name, key]])
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
  return affects(db)`${attemptAt([name, key], ifWanted(db, isWanted))}`
}

/**
 * Removes the latest attempt at each limit from the count and lifts the block. With `isWanted` false, runs the same
 * statement but changes nothing.
 */
export async function refundAttempts(
  db: Db,
  limits: readonly LimitKey[],
  isWanted = true,
): Promise<void> {
  if (limits.length === 0) return
  await run(db)`
    with held as (${heldRows(limits, ifWanted(db, isWanted))})
    update rate_limits c set ${withoutLatest} from held where c.name = held.name and c.key = held.key`
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
  const keys = [userId, browserId]
  await run(db)`
    with cleared as (${deletionOfStreaks(keys)})
    delete from rate_limits
    where name in ('accountPassword', 'accountCode', 'browserPassword', 'browserCode')
      and key = any(${keys}::text[])`
}

export const deleteExpiredRateLimits = purgeOf(
  'rate_limits',
  sql`stale_at <= now()`,
  sql`for update skip locked`,
)

/**
 * Counts an attempt at each limit, or at none: if one is reached, the attempts at the limits before it are refunded.
 */
export async function countAttempts(
  db: Db,
  limits: readonly LimitKey[],
): Promise<CountedAttempt | RateLimited> {
  const { counted } = await tryAttempts(db, limits, sql`select`)
  return requireAll(db, limits, counted)
}

/**
 * Counts an attempt at each limit in turn, up to the first one that is reached, and reads the only row of `query`, by
 * one statement. Returns the attempts that were counted. Locks the rows of the limits in their order, so callers name
 * addresses first, then networks, then accounts.
 */
export async function tryAttempts<Row extends object>(
  db: Db,
  limits: readonly LimitKey[],
  query: Sql,
): Promise<{ counted: CountedAttempt[]; row: Row | undefined }> {
  const steps = limits.map((limit, at) => {
    const isFirst = sql`(${withoutDurabilityAlone(db)} and ${isUnblocked(limit)})`
    const condition = at === 0 ? isFirst : sql`exists (select from ${stepName(at - 1)})`
    return sql`${stepName(at)} as (${attemptAt(limit, condition)})`
  })
  const attempts = limits.map((_, at) => sql`select ${raw(`${at}`)} as at, * from ${stepName(at)}`)
  const results = await rows<Row & CountedAttempt & { at: number | null }>(db)`
    with ${join(steps)}
    select attempt.*, read.* from (${query}) read
    left join (${join(attempts, ' union all ')}) attempt on true
    order by attempt.at`
  const counted = results.filter(({ at }) => at !== null)
  return { counted, row: results[0] }
}

/**
 * Limits of addresses that attempt a login or ask for a password reset. Challenges and links are not among them: known
 * browsers need them, and users stop an attack by a link.
 */
const attemptLimits: ReadonlySet<LimitName> = new Set(['addressFailures', 'forgotPerAddress'])

/** Retry-After of a blocked network in seconds: that of a blocked address, so that no attacker learns when it ends. */
const networkWaitSeconds = 600

/** Returns true if the key of a limit is an address whose network an admin may have blocked. */
function isOfAddress([name, key]: LimitKey): boolean {
  return attemptLimits.has(name) && key !== 'unknown'
}

function isUnblocked(limit: LimitKey): Sql {
  return isOfAddress(limit) ? sql`not exists (${selectBlocks(limit[1])})` : sql`true`
}

function stepName(at: number): Sql {
  return raw(`step_${at}`)
}

/** Returns the result of attempts that were counted at all limits. If one is missing, refunds the others. */
export async function requireAll(
  db: Db,
  limits: readonly LimitKey[],
  counted: readonly CountedAttempt[],
): Promise<CountedAttempt | RateLimited> {
  const reached = limits[counted.length]
  if (reached) {
    const limited = await waitFor(db, reached)
    await refundAttempts(db, limits.slice(0, counted.length))
    return limited
  }
  return {
    isLast: counted.some(({ isLast }) => isLast),
    attemptsLeft: Math.min(...counted.map(({ attemptsLeft }) => attemptsLeft)),
  }
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
    with moved as (${attemptAt(to, ifWanted(db, isWanted))}),
    held as (${heldRows(from, sql`exists (select from moved)`)})
    update rate_limits c set ${withoutLatest} from held where c.name = held.name and c.key = held.key`
}

function ifWanted(db: Db, isWanted: boolean): Sql {
  return sql`(${isWanted}::boolean and ${withoutDurabilityAlone(db)})`
}

/** Returns the seconds until the block ends; at least 1, even if a refund has lifted the block in the meantime. */
async function waitFor(db: Db, limit: LimitKey): Promise<RateLimited> {
  const [name, key] = limit
  const block = isOfAddress(limit) ? sql`exists (${selectBlocks(key)})` : sql`false`
  const wait = await row<{ seconds: number | null; isNetworkBlocked: boolean }>(db)`
    select (select ceil(extract(epoch from blocked_until - now()))::int from rate_limits
            where name = ${name} and key = ${key} and blocked_until > now()) as seconds,
           ${block} as is_network_blocked`
  if (wait?.isNetworkBlocked)
    return { retryAfterSeconds: networkWaitSeconds, isNetworkBlocked: true }
  return { retryAfterSeconds: Math.max(1, wait?.seconds ?? 1) }
}

/**
 * Returns SQL that counts an attempt if `condition` is true. It returns no row while the key is blocked.
 *
 * An attempt joins the latest entry until that one has a tenth of the limit, so that a limit of ten or fewer attempts is
 * exact. In a larger one, attempts that left the window less than a tenth of the limit ago may still count. No attempt
 * stops counting early.
 */
function attemptAt([name, key, factor = 1]: LimitKey, condition: Sql): Sql {
  const { withinMinutes, blockMinutes } = config.limits[name]
  const max = config.limits[name].max * factor
  const entrySize = Math.ceil(max / maxEntries)
  const block = sql`make_interval(mins => ${blockMinutes})`
  const start = sql`now() - make_interval(mins => ${withinMinutes})`
  // A whole five minutes, so that most counts leave the indexed column unchanged and are HOT updates.
  const staleAt = sql`
    date_bin('5 minutes', now() + make_interval(mins => ${Math.max(withinMinutes, blockMinutes) + 5}), 'epoch')`
  // After a block the count begins again.
  const recent = sql`
    select latest, n, position, position = cardinality(c.counted) and n < ${entrySize}::int as is_open
    from unnest(c.counted_at, c.counted) with ordinality entry (latest, n, position)
    where c.blocked_until is null and latest > ${start}`
  const tries = sql`array(
    select tried from unnest(c.tries) tried where c.blocked_until is null and tried > ${start})`
  return sql`
    insert into rate_limits as c (name, key, counted_at, counted, blocked_until, stale_at)
    select ${name}, ${key}, array[now()], array[1], case when ${max}::int = 1 then now() + ${block} end, ${staleAt}
    where ${condition}
    on conflict (name, key) do update
    set (counted_at, counted, tries, blocked_until, stale_at) = (
      select closed_at || newest_at, closed || (newest + case when is_last then cardinality(old_tries) else 0 end)::int,
             -- A server of 0.3.0 lifts a block only if it finds a time.
             case when is_last then '{}' else old_tries end, case when is_last then now() + ${block} end, ${staleAt}
      from (
        select coalesce(array_agg(latest order by position) filter (where not is_open), '{}') as closed_at,
               coalesce(array_agg(n order by position) filter (where not is_open), '{}') as closed,
               greatest(now(), max(latest) filter (where is_open)) as newest_at,
               coalesce(sum(n) filter (where is_open), 0) + 1 as newest, ${tries} as old_tries,
               coalesce(sum(n), 0) + cardinality(${tries}) + 1 >= ${max}::int as is_last
        from (${recent}) recent) counts)
    where c.blocked_until is null or c.blocked_until <= now()
    returning blocked_until is not null as is_last, greatest(0, ${max}::int - ${countedAttempts})::int as attempts_left`
}

/** SQL assignments that remove the latest attempt of a row and lift the block, unless an old server has set it. */
const withoutLatest = sql`
  counted_at = trim_array(counted_at, 1)
    || case when counted[cardinality(counted)] > 1 then counted_at[cardinality(counted):] else '{}' end,
  counted = trim_array(counted, 1)
    || case when counted[cardinality(counted)] > 1 then array[counted[cardinality(counted)] - 1] else '{}' end,
  blocked_until = case when cardinality(tries) > 0 then blocked_until end`

/** Returns SQL that selects and locks the rows of limits, in the order of the limits, if `condition` is true. */
function heldRows(limits: readonly LimitKey[], condition: Sql): Sql {
  return sql`
    select r.name, r.key
    from unnest(${limits.map(([name]) => name)}::text[], ${limits.map(([, key]) => key)}::text[])
           with ordinality held (name, key, position)
    join rate_limits r on r.name = held.name and r.key = held.key
    where cardinality(r.counted) > 0 and ${condition}
    order by position for update of r`
}

/**
 * Returns SQL that updates the row of a limit without changing it, for statements that must always write equally much.
 */
export function rewriteLimit([name, key]: LimitKey, condition: Sql): Sql {
  return sql`
    update rate_limits set stale_at = stale_at where name = ${name} and key = ${key} and ${condition}`
}
