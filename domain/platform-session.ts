import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { config } from '#server/config.ts'
import {
  affects,
  purgeOf,
  row,
  rows,
  run,
  scalar,
  scalars,
  sql,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { enqueueJob, enqueueJobs } from './job.ts'

export type NewPlatformSession<SessionId = string> = {
  sessionId: SessionId
  userId: string
  clientId: string
  sid: string
  ipAddress: string
}

/** Records, as a part of another statement, for each row of `from`, that a session opened a platform: at its end the platform gets a back-channel logout. */
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

const idleEnd = sql`max(coalesce(ps.last_seen_at, ps.created_at)) + make_interval(mins => min(i.idle_minutes))`

/** For statements: when a session's use of a platform ended by idleness; null while it is in use, or may be idle. */
export function idleSince(sessionId: Sql, clientId: Sql): Sql {
  return sql`(
    select ${idleEnd} from subsystems i join platform_sessions ps on ps.client_id = i.id
    where i.id = ${clientId} and i.idle_minutes is not null and ps.session_id = ${sessionId}
    having ${idleEnd} <= now())`
}

/** For statements: whether new use of a platform with an idle time should be written. */
export function isPlatformSeenLongAgo(sessionId: Sql, clientId: Sql): Sql {
  return sql`exists (
    select from subsystems i join platform_sessions ps on ps.client_id = i.id
    where i.id = ${clientId} and i.idle_minutes is not null and ps.session_id = ${sessionId}
    having max(coalesce(ps.last_seen_at, ps.created_at)) < now() - interval '30 seconds')`
}

type OnPlatform = Pick<NewPlatformSession, 'sessionId' | 'clientId'>

export async function findIdleSince(
  db: Db,
  { sessionId, clientId }: OnPlatform,
): Promise<Date | undefined> {
  const since = await scalar<Date | null>(
    db,
  )`select ${idleSince(sql`${sessionId}::uuid`, sql`${clientId}`)}`
  return since ?? undefined
}

/** Restarts the idle time of a session on a platform, unless it is over. */
export async function recordPlatformActivity(
  db: Db,
  { sessionId, clientId }: OnPlatform,
): Promise<void> {
  await run(db)`
    update platform_sessions set last_seen_at = now()
    where session_id = ${sessionId} and client_id = ${clientId}
      and ${idleSince(sql`${sessionId}::uuid`, sql`${clientId}`)} is null`
}

/** Whether a session has opened a platform under this `sid`. */
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

/** The same for many sessions, by one statement. */
export function endPlatformSessionsOfAll(
  tx: Transaction,
  sessionIds: readonly string[],
): Promise<void> {
  return endWhere(tx, sql`session_id = any(${sessionIds}::uuid[])`)
}

/** The same for all sessions of a user on one platform; the sessions here go on. */
export function endPlatformSessionsOn(
  tx: Transaction,
  { userId, clientId }: Pick<NewPlatformSession, 'userId' | 'clientId'>,
): Promise<void> {
  return endWhere(
    tx,
    sql`client_id = ${clientId} and session_id in (select id from sessions where user_id = ${userId})`,
  )
}

/** A platform session that was opened again has an older delivery behind it. One without an address needs no notification. */
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

/** For statements about `platform_sessions`: a logout notification that is younger is on its way. */
export const isNotificationLate = sql`(
  ended_at is not null and delivered_at is null and ended_at < now() - interval '5 minutes')`

/** Finds an ended platform session whose logout notification is not delivered yet. */
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

/** Delivered or not. */
export const deleteEndedPlatformSessions = purgeOf(
  'platform_sessions',
  sql`ended_at < now() - ${config.retention.platformSessions}::interval`,
)

export async function recordDeliveryFailure(db: Db, id: string, error: string): Promise<void> {
  await run(db)`update platform_sessions set last_error = ${error.slice(0, 500)} where id = ${id}`
}

/** Enqueues a platform's undelivered logout notifications again, the oldest 500, and returns how many. */
export async function requeueNotifications(tx: Transaction, clientId: string): Promise<number> {
  const pending = await scalars<string>(tx)`
    select id from platform_sessions
    where client_id = ${clientId} and ended_at is not null and delivered_at is null
    order by ended_at limit 500`
  for (const id of pending) await enqueueJob(tx, 'logout-notification', { platformSessionId: id })
  return pending.length
}

/** For statements about `platform_sessions`: a logout notification that is still tried, which it is for about a day. */
export const isNotificationTried = sql`(
  delivered_at is null and ended_at > now() - interval '1 day')`

/** Logout notifications of a user that are still tried. */
export async function countPendingNotifications(db: Db, userId: string): Promise<number> {
  const count = await scalar<number>(db)`
    select count(*) from platform_sessions
    where user_id = ${userId} and ${isNotificationTried}`
  return count ?? 0
}
