import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { createBatchLoader } from '#server/batch-loader.ts'
import {
  affects,
  pool,
  purgeOf,
  row,
  rows,
  run,
  scalar,
  scalars,
  sql,
  withoutDurability,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { activityInterval } from '../sessions/activity-interval.ts'
import { enqueueJob, enqueueJobs } from '../jobs/job.ts'

export type NewPlatformSession<SessionId = string> = {
  sessionId: SessionId
  userId: string
  clientId: string
  sid: string
  ipAddress: string
}

/**
 * Returns SQL that records that a session opened a platform, so that the platform gets a back-channel logout when the
 * session ends. If the platform session exists already, clears its end and restarts its idle time. `from` is a clause
 * that yields at most one row; if it yields none, nothing is recorded.
 */
export function insertPlatformSession(
  { sessionId, userId, clientId, sid, ipAddress }: NewPlatformSession<string | Sql>,
  from: Sql = sql``,
): Sql {
  return sql`
    insert into platform_sessions (id, session_id, user_id, client_id, sid, ip_address, last_seen_at)
    select ${randomUUIDv7()}::uuid, ${sessionId}::uuid, ${userId}::uuid, ${clientId}, ${sid}, ${ipAddress}, now() ${from}
    on conflict (session_id, client_id, sid) do update
    set ip_address = excluded.ip_address, ended_at = null, last_seen_at = excluded.last_seen_at`
}

/** SQL aggregate over the platform sessions `ps` of one session on platform `i`: the time at which it becomes idle. */
const idleEnd = sql`max(coalesce(ps.last_seen_at, ps.created_at)) + make_interval(mins => min(i.idle_minutes))`

/**
 * Returns SQL for the time at which a session became idle on a platform; null while it is in use, or if the platform
 * has no idle time.
 */
export function idleSince(sessionId: Sql, clientId: Sql): Sql {
  return sql`(
    select ${idleEnd} from subsystems i join platform_sessions ps on ps.client_id = i.id
    where i.id = ${clientId} and i.idle_minutes is not null and ps.session_id = ${sessionId}
    having ${idleEnd} <= now())`
}

/**
 * Returns an SQL condition: the platform has an idle time, and its last recorded use by the session is longer ago than
 * `activityInterval`. Limits how often use is written.
 */
export function isPlatformSeenLongAgo(sessionId: Sql, clientId: Sql): Sql {
  return sql`exists (
    select from subsystems i join platform_sessions ps on ps.client_id = i.id
    where i.id = ${clientId} and i.idle_minutes is not null and ps.session_id = ${sessionId}
    having max(coalesce(ps.last_seen_at, ps.created_at)) < now() - ${activityInterval(sql`min(i.idle_minutes)`)})`
}

type OnPlatform = Pick<NewPlatformSession, 'sessionId' | 'clientId'>

/** Returns the time at which a session became idle on a platform; undefined where `idleSince` is null. */
export async function findIdleSince(
  db: Db,
  { sessionId, clientId }: OnPlatform,
): Promise<Date | undefined> {
  const since = await scalar<Date | null>(db)`
    select ${idleSince(sql`${sessionId}::uuid`, sql`${clientId}`)}`
  return since ?? undefined
}

/**
 * Restarts the idle time of a session on a platform, unless it has expired. Concurrent calls share one statement, which
 * waits neither for locks nor for the disk.
 */
export const recordPlatformActivity = createBatchLoader(async (uses: readonly OnPlatform[]) => {
  const [sessionIds, clientIds] = [
    uses.map(({ sessionId }) => sessionId),
    uses.map(({ clientId }) => clientId),
  ]
  await run(pool)`
    with used as (
      select ps.id
      from unnest((select ${sessionIds}::uuid[]), (select ${clientIds}::text[])) as seen (session_id, client_id)
        join platform_sessions ps using (session_id, client_id)
      where ${idleSince(sql`seen.session_id`, sql`seen.client_id`)} is null and ${withoutDurability}
      order by ps.id for no key update of ps skip locked)
    update platform_sessions ps set last_seen_at = now() from used where ps.id = used.id`
  return []
})

/** Returns true if the session has a platform session with this `sid` that has not ended. */
export function hasPlatformSession(
  db: Db,
  { sessionId, clientId, sid }: Pick<NewPlatformSession, 'sessionId' | 'clientId' | 'sid'>,
): Promise<boolean> {
  return affects(db)`
    select from platform_sessions
    where session_id = ${sessionId} and client_id = ${clientId} and sid = ${sid} and ended_at is null`
}

/** Ends the platform sessions of a session and enqueues one logout notification for each. */
export function endPlatformSessions(tx: Transaction, sessionId: string): Promise<void> {
  return endWhere(tx, sql`session_id = ${sessionId}`)
}

/** Ends the platform sessions of many sessions by one statement and enqueues one logout notification for each. */
export function endPlatformSessionsOfAll(
  tx: Transaction,
  sessionIds: readonly string[],
): Promise<void> {
  return endWhere(tx, sql`session_id = any(${sessionIds}::uuid[])`)
}

/**
 * Ends all sessions of a user on one platform and enqueues their logout notifications. The user stays logged in to the
 * portal.
 */
export function endPlatformSessionsOn(
  tx: Transaction,
  { userId, clientId }: Pick<NewPlatformSession, 'userId' | 'clientId'>,
): Promise<void> {
  return endWhere(
    tx,
    sql`client_id = ${clientId} and session_id in (select id from sessions where user_id = ${userId})`,
  )
}

/**
 * Ends the platform sessions that match and enqueues their logout notifications. Overwrites `delivered_at`, which a
 * reopened session may have from an earlier end. Platforms without an address for logouts need no notification.
 */
async function endWhere(tx: Transaction, condition: Sql): Promise<void> {
  const ended = await rows<{ id: string; isPending: boolean }>(tx)`
    update platform_sessions set ended_at = now(), delivered_at = case when exists (
      select from subsystems s where s.id = client_id and s.backchannel_logout_uri is not null) then null else now() end
    where ${condition} and ended_at is null
    returning id, delivered_at is null as is_pending`
  const pending = ended.filter(({ isPending }) => isPending)
  if (pending.length === 0) return
  const jobs = pending.map(({ id }) => ({ platformSessionId: id }))
  await enqueueJobs(tx, 'logout-notification', jobs)
}

export type EndedPlatformSession = { id: string; userId: string; clientId: string; sid: string }

/** SQL condition on `platform_sessions`: the logout notification is undelivered five minutes after the end. */
export const isNotificationLate = sql`(
  ended_at is not null and delivered_at is null and ended_at < now() - interval '5 minutes')`

/** Returns an ended platform session whose logout notification is not delivered yet; undefined otherwise. */
export function findPendingNotification(
  db: Db,
  id: string,
): Promise<EndedPlatformSession | undefined> {
  return row<EndedPlatformSession>(db)`
    select id, user_id, client_id, sid from platform_sessions
    where id = ${id} and ended_at is not null and delivered_at is null`
}

export async function markDelivered(db: Db, id: string): Promise<void> {
  await run(db)`
    update platform_sessions set delivered_at = now(), last_error = null where id = ${id}`
}

/** Deletes ended platform sessions after 30 days, whether their notification was delivered or not. */
export const deleteEndedPlatformSessions = purgeOf(
  'platform_sessions',
  sql`ended_at < now() - interval '30 days'`,
)

export async function recordDeliveryFailure(db: Db, id: string, error: string): Promise<void> {
  await run(db)`update platform_sessions set last_error = ${error.slice(0, 500)} where id = ${id}`
}

/** Enqueues the 500 oldest undelivered logout notifications of a platform again; returns their number. */
export async function requeueNotifications(tx: Transaction, clientId: string): Promise<number> {
  const pending = await scalars<string>(tx)`
    select id from platform_sessions
    where client_id = ${clientId} and ended_at is not null and delivered_at is null
    order by ended_at limit 500`
  for (const id of pending) await enqueueJob(tx, 'logout-notification', { platformSessionId: id })
  return pending.length
}

/**
 * SQL condition on `platform_sessions`: the logout notification is undelivered and still retried. Retries end about a
 * day after the session.
 */
export const isNotificationRetried = sql`(
  delivered_at is null and ended_at > now() - interval '1 day')`

/** Returns the number of a user's logout notifications that are still retried. */
export async function countPendingNotifications(db: Db, userId: string): Promise<number> {
  const count = await scalar<number>(db)`
    select count(*) from platform_sessions
    where user_id = ${userId} and ${isNotificationRetried}`
  return count ?? 0
}
