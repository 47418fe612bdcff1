import { randomUUIDv7 } from 'node:crypto'
import { batchSize } from '#server/batch-size.ts'
import { config } from '#server/config.ts'
import { row, rows, run, sql, type Db, type Transaction } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'

type Led = {
  sessionId: string
  userId: string
  clientId: string
  sid: string
  /** From where she came. */
  ipAddress: string
}

/** Remembers that a session led to a platform, so that its end can be told there. */
export async function recordPlatformSession(db: Db, led: Led): Promise<void> {
  await run(
    db,
    sql`
    insert into platform_sessions (id, session_id, user_id, client_id, sid, ip_address)
    values (${randomUUIDv7()}, ${led.sessionId}, ${led.userId}, ${led.clientId}, ${led.sid},
            ${led.ipAddress})
    on conflict (session_id, client_id, sid) do update set ip_address = excluded.ip_address`,
  )
}

/** A session has ended: every platform that it led to is told, each by its own retried notice. */
export async function endPlatformSessions(tx: Transaction, sessionId: string): Promise<void> {
  const left = await rows<{ id: string }>(
    tx,
    sql`
    update platform_sessions set ended_at = now()
    where session_id = ${sessionId} and ended_at is null
    returning id`,
  )
  for (const { id } of left) await enqueue(tx, 'logout-notice', { platformSessionId: id })
}

export type EndedPlatformSession = { id: string; userId: string; clientId: string; sid: string }

/** A platform session that has ended and that its platform does not know of yet. */
export function findPendingNotification(
  db: Db,
  id: string,
): Promise<EndedPlatformSession | undefined> {
  return row<EndedPlatformSession>(
    db,
    sql`
    select id, user_id, client_id, sid from platform_sessions
    where id = ${id} and ended_at is not null and delivered_at is null`,
  )
}

export async function markDelivered(db: Db, id: string): Promise<void> {
  await run(
    db,
    sql`update platform_sessions set delivered_at = now(), last_error = null where id = ${id}`,
  )
}

/** Forgets some of those that ended long ago, told or given up; how many. */
export function deleteEndedPlatformSessions(db: Db): Promise<number> {
  return run(
    db,
    sql`
    delete from platform_sessions where ctid = any(array(
      select ctid from platform_sessions
      where ended_at < now() - ${config.kept.platformSessions}::interval limit ${batchSize}))`,
  )
}

export async function recordDeliveryFailure(db: Db, id: string, error: string): Promise<void> {
  await run(
    db,
    sql`update platform_sessions set last_error = ${error.slice(0, 500)} where id = ${id}`,
  )
}

const mostAtOnce = 500

/** Tells a platform of ended sessions that it has not heard of, whatever became of the notices before; of how many. */
export async function requeueNotifications(tx: Transaction, clientId: string): Promise<number> {
  const untold = await rows<{ id: string }>(
    tx,
    sql`
    select id from platform_sessions
    where client_id = ${clientId} and ended_at is not null and delivered_at is null
    order by ended_at limit ${mostAtOnce}`,
  )
  for (const { id } of untold) await enqueue(tx, 'logout-notice', { platformSessionId: id })
  return untold.length
}
