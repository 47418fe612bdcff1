import type { Sql } from 'sql-template-tag'
import { createBatchLoader } from '#server/batch-loader.ts'
import {
  batchSize,
  pool,
  rows,
  runInBatches,
  scalar,
  scalars,
  sql,
  transaction,
  withoutDurability,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { endPlatformSessionsOfAll } from '../platforms/platform-session.ts'
import { withRecordedEnds } from './session-end.ts'
import { findSession, idle, timeoutOf, type Session } from './session.ts'

/**
 * Timeouts of sessions: activity restarts the idle timeout, and a job ends the sessions that reached one. The job finds
 * idle sessions by `coarse_seen_at`, an indexed time that is at most a few minutes before `last_seen_at`. Most writes
 * of activity leave it unchanged, so that they change no index (decision 161).
 */

/** Minimum time between two changes of `coarse_seen_at`: so short that the job does not read sessions in use. */
const coarseInterval = sql`least(interval '5 minutes', ${idle} / 3)`

const isBeforeTimeout = sql`s.last_seen_at > now() - ${idle} and s.expires_at > now()`
const isOver = sql`(s.last_seen_at <= now() - ${idle} or s.expires_at <= now())`

/** SQL assignments that restart the idle timeout of session `s`. */
const restarted = sql`
  last_seen_at = now(),
  coarse_seen_at = case when s.coarse_seen_at < now() - ${coarseInterval} then now() else s.coarse_seen_at end`
/** SQL for the time at which session `s` ends without further activity. */
const endsAt = sql`least(s.expires_at, s.last_seen_at + ${idle}) as expires_at`

/**
 * Restarts the idle timeout of a session. Concurrent calls share one statement, which waits neither for locks nor for
 * the disk: a crash of the database may lose the activity of its last second. Returns when the session ends without
 * further activity; undefined if it has ended, and if another transaction is changing it.
 */
export const recordActivity = createBatchLoader(async (ids: readonly string[]) => {
  const restartedRows = await rows<{ id: string; expiresAt: Date }>(pool)`
    with due as (
      select s.id from unnest((select ${[...ids]}::uuid[])) as seen (id) join sessions s on s.id = seen.id
      where ${isBeforeTimeout} and ${withoutDurability}
      order by s.id for no key update of s skip locked)
    update sessions s set ${restarted} from due where s.id = due.id
    returning s.id, ${endsAt}`
  const ends = new Map(restartedRows.map(({ id, expiresAt }) => [id, expiresAt]))
  return ids.map((id) => ends.get(id))
})

/**
 * Restarts the idle timeout of a session, also if another transaction is changing it. Returns when the session ends
 * without further activity; undefined if it has ended.
 */
export async function extendSession(db: Db, id: string): Promise<Date | undefined> {
  return (
    (await recordActivity(id)) ??
    scalar<Date>(db)`
      update sessions s set ${restarted} where s.id = ${id} and ${isBeforeTimeout} returning ${endsAt}`
  )
}

/** Returns the live session of a browser's cookie and counts the request as its activity. */
export async function findActiveSession(
  db: Db,
  token: string | undefined,
): Promise<Session | undefined> {
  const session = token === undefined ? undefined : await findSession(db, { token })
  if (session?.isSeenLongAgo) await recordActivity(session.id)
  return session
}

// An advisory lock that nothing else in this database uses.
const lockNumber = 7_067_854

/** Timeout whose candidates are the sessions with a time in `column` up to `until`. */
type Timeout = { column: Sql; until: Sql }

const timeouts: readonly Timeout[] = [
  { column: sql`s.coarse_seen_at`, until: sql`now() - ${idle}` },
  { column: sql`s.expires_at`, until: sql`now()` },
]

/**
 * Ends the sessions that reached a timeout, so that the platforms are notified; returns their number. Reads only
 * sessions near a timeout, each once. One worker at a time: returns early while another one is ending sessions.
 */
export async function expireSessions(db: Db): Promise<number> {
  let total = 0
  for (const timeout of timeouts) {
    let last: Candidate | undefined
    await runInBatches(async () => {
      const batch = await transaction(db, (tx) => expireBatch(tx, timeout, last))
      last = batch.candidates.at(-1)
      total += batch.ended
      return batch.candidates.length
    })
  }
  return total
}

/** Session near a timeout. `at` is its time in the column, as text, because a Date would lose the microseconds. */
type Candidate = { id: string; place: string; at: string; isOver: boolean }

/** Ends those of the next candidates that reached a timeout, except sessions that another transaction has locked. */
async function expireBatch(
  tx: Transaction,
  { column, until }: Timeout,
  last: Candidate | undefined,
): Promise<{ candidates: readonly Candidate[]; ended: number }> {
  const isOurs = await scalar<boolean>(tx)`select pg_try_advisory_xact_lock(${lockNumber})`
  if (!isOurs) return { candidates: [], ended: 0 }
  const candidates = await rows<Candidate>(tx)`
    select s.id, s.ctid::text as place, ${column}::text as at, ${isOver} as is_over from sessions s
    where ${column} <= ${until} and ${last ? sql`(${column}, s.id) > (${last.at}::timestamptz, ${last.id}::uuid)` : sql`true`}
    order by ${column}, s.id limit ${batchSize}`
  const places = candidates.flatMap((each) => (each.isOver ? [each.place] : []))
  if (places.length === 0) return { candidates, ended: 0 }
  // A row that has changed meanwhile is at another place, and is left to the next run if it is still over.
  const locked = sql`
    select s.ctid from sessions s where s.ctid = any(${places}::tid[]) and ${isOver} for update skip locked`
  const deletion = sql`delete from sessions s where s.ctid = any(array(${locked}))`
  const ended = await scalars<string>(tx)`${withRecordedEnds(deletion, timeoutOf)}`
  await endPlatformSessionsOfAll(tx, ended)
  return { candidates, ended: ended.length }
}
