import { batchSize, rows, run, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { enqueueJob } from '../jobs/job.ts'
import { deleteForwardAuthAccessOn } from '../platforms/forward-auth-access.ts'
import { endPlatformSessionsOn } from '../platforms/platform-session.ts'
import { lockUser } from '../accounts/user.ts'

/**
 * Locks a user's sessions, then the user. Every transaction that locks both must use this order. No code or token of
 * the user can be saved until the transaction ends. Returns undefined for an unknown user.
 */
export async function lockUserWithSessions(tx: Transaction, userId: string) {
  await run(tx)`select from sessions where user_id = ${userId} order by id for update`
  return lockUser(tx, userId)
}

/**
 * Ends all use of a platform by a user: sessions there, grants, codes and tokens. None of them works again if access is
 * granted again later.
 */
export async function endAccessOn(
  tx: Transaction,
  userId: string,
  subsystemId: string,
): Promise<void> {
  await run(tx)`
    delete from oidc_records
    where session_id in (select id from sessions where user_id = ${userId})
      and payload->>'clientId' = ${subsystemId}`
  await deleteForwardAuthAccessOn(tx, { userId, subsystemId })
  await endPlatformSessionsOn(tx, { userId, clientId: subsystemId })
}

/** Users of a platform; with `partnerId`, only those of one company. */
export type UsersOnPlatform = { subsystemId: string; partnerId?: string | undefined }

/** Enqueues a job that ends all use of a platform, after it was deactivated or removed from a company. */
export function enqueueAccessEnd(
  tx: Transaction,
  { subsystemId, partnerId = '' }: UsersOnPlatform,
): Promise<void> {
  return enqueueJob(tx, 'end-platform-access', { subsystemId, partnerId })
}

/**
 * Ends the use of a platform for the next batch of users with a session after the id `after`, and notifies the platform.
 * Returns the id of the last user in the batch; undefined if no users are left.
 */
export async function endAccessOfNext(
  db: Db,
  { subsystemId, partnerId }: UsersOnPlatform,
  after: string | undefined,
): Promise<string | undefined> {
  const ofCompany = partnerId
    ? sql`join users u on u.id = s.user_id and u.partner_id = ${partnerId}`
    : sql``
  // Reads a number of sessions, not of matches: a platform with few users must not read all sessions in one statement.
  const users = await rows<{ id: string; isOnPlatform: boolean }>(db)`
    select s.user_id as id, bool_or(exists (
             select from platform_sessions p
             where p.session_id = s.id and p.client_id = ${subsystemId} and p.ended_at is null
             union all
             select from platform_access a where a.session_id = s.id and a.subsystem_id = ${subsystemId})) as is_on_platform
    from (select s.id, s.user_id from sessions s ${ofCompany}
          where ${after ? sql`s.user_id > ${after}` : sql`true`}
          order by s.user_id fetch first ${batchSize} rows with ties) s
    group by s.user_id order by s.user_id`
  for (const { id: userId } of users.filter(({ isOnPlatform }) => isOnPlatform)) {
    await transaction(db, async (tx) => {
      await lockUserWithSessions(tx, userId)
      await endAccessOn(tx, userId, subsystemId)
    })
  }
  return users.at(-1)?.id
}
