import { batchSize, run, scalars, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { enqueueJob } from './job.ts'
import { deleteForwardAuthAccessOn } from './forward-auth-access.ts'
import { endPlatformSessionsOn } from './platform-session.ts'
import { lockUser } from './user.ts'

/** Sessions before the user, in the order of every other lock: no code or token is saved until the end. Undefined for an unknown user. */
export async function lockUserWithSessions(tx: Transaction, userId: string) {
  await run(tx)`select from sessions where user_id = ${userId} order by id for update`
  return lockUser(tx, userId)
}

/** Also ends grants, codes and tokens, so that none of them works again once access is given back. */
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

/** The users of a platform, or those of one company. */
export type UsersOnPlatform = { subsystemId: string; partnerId?: string | undefined }

/** For a platform that was deactivated or taken from a company: a job ends what its users have there. */
export function enqueueAccessEnd(
  tx: Transaction,
  { subsystemId, partnerId = '' }: UsersOnPlatform,
): Promise<void> {
  return enqueueJob(tx, 'end-platform-access', { subsystemId, partnerId })
}

/** Ends what the next users have on a platform, and notifies it. Returns the last of them; undefined after the last one. */
export async function endAccessOfNext(
  db: Db,
  { subsystemId, partnerId }: UsersOnPlatform,
  after: string | undefined,
): Promise<string | undefined> {
  const next = await scalars<string>(db)`
    select distinct s.user_id from sessions s join users u on u.id = s.user_id
    where ${partnerId ? sql`u.partner_id = ${partnerId}` : sql`true`}
      and ${after ? sql`s.user_id > ${after}` : sql`true`}
      and (exists (select from platform_sessions p
                   where p.session_id = s.id and p.client_id = ${subsystemId} and p.ended_at is null)
        or exists (select from platform_access a
                   where a.session_id = s.id and a.subsystem_id = ${subsystemId}))
    order by s.user_id limit ${batchSize}`
  for (const userId of next) {
    await transaction(db, async (tx) => {
      await lockUserWithSessions(tx, userId)
      await endAccessOn(tx, userId, subsystemId)
    })
  }
  return next.at(-1)
}
