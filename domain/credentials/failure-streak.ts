import type { Sql } from 'sql-template-tag'
import { purgeOf, rows, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'

/*
 * Consecutive failures with a password or second factor since the last completed login. Unlike a rate limit, a streak
 * has no time window, so that slow guessing does not help (NIST SP 800-63B-4 §3.2.2).
 */

/**
 * Length of a streak at which an account no longer accepts passwords from new browsers and a known browser is
 * forgotten.
 */
export const maxStreak = 100

/**
 * Increments the streak of each key. Returns the streaks by key. With `isGuess` false it runs the same statement and
 * increments nothing.
 */
export async function countFailures(
  tx: Transaction,
  keys: readonly string[],
  { isGuess, keptFor }: { isGuess: boolean; keptFor: '1 day' | '1 year' },
): Promise<Map<string, number>> {
  const counted = await rows<{ key: string; failures: number }>(tx)`
    insert into failure_streaks as s (key, failures, stale_at)
    select key, ${isGuess ? 1 : 0}, now() + ${keptFor}::interval
    from unnest(${keys}::text[]) key order by key
    on conflict (key) do update
    set failures = s.failures + excluded.failures, stale_at = excluded.stale_at
    returning key, failures`
  return new Map(counted.map(({ key, failures }) => [key, failures]))
}

/** Returns the streak of an account id, or of an email address without an account; 0 without failures. */
export async function findStreak(db: Db, key: string): Promise<number> {
  return (await scalar<number>(db)`select ${streakOf(key)}`) ?? 0
}

/** Returns the SQL expression for a streak, for a statement that reads more. */
export function streakOf(key: string): Sql {
  return sql`coalesce((select failures from failure_streaks where key = ${key}), 0)`
}

export async function clearStreaks(db: Db, keys: readonly string[]): Promise<void> {
  await run(db)`${deletionOfStreaks(keys)}`
}

/** Returns the SQL statement that clears streaks, for a statement that clears more. */
export function deletionOfStreaks(keys: readonly string[]): Sql {
  return sql`delete from failure_streaks where key = any(${keys}::text[])`
}

export const deleteExpiredStreaks = purgeOf(
  'failure_streaks',
  sql`stale_at <= now()`,
  sql`for update skip locked`,
)
