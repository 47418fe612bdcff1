import type { Sql } from 'sql-template-tag'
import { invitationsThat } from '#domain/invitation-list.ts'
import { isDormant, isWithoutOwner } from '#domain/partner.ts'
import { isNotificationLate } from '#domain/platform-session.ts'
import { factorConditions, isLocked, statusConditions } from '#domain/user-conditions.ts'
import { db, purgeOf, run, scalar, sql, transaction, type Db } from '#server/db.ts'

// An advisory lock that nothing else in this database uses.
const lockNumber = 7_067_852
const every = '285 seconds'

/** What a snapshot counts. Those of admins are apart: only some admins may read about them. */
const queries = {
  activeUsers: sql`select from users where active`,
  // Who has never joined could set up none yet.
  withoutFactor: sql`
    select from users u
    where (${statusConditions.active} or ${statusConditions.locked}) and ${factorConditions.none}`,
  openInvitations: invitationsThat({ state: ['open'] }),
  expiringInvitations: invitationsThat({ expiresWithin: '48' }),
  lockedUsers: sql`select from users u where ${statusConditions.locked}`,
  lockedAdmins: sql`select from admins a where a.active and ${isLocked(sql`a.id`)}`,
  undeliveredNotifications: sql`select from platform_sessions where ${isNotificationLate}`,
  undeliveredMails: undelivered(sql`not exists`),
  undeliveredAdminMails: undelivered(sql`exists`),
  dormantCompanies: sql`select from partners p where ${isDormant(60)}`,
  companiesWithoutOwner: sql`select from partners p where ${isWithoutOwner}`,
  blockedAddresses: blocked(sql`<>`),
  blockedAdminAddresses: blocked(sql`=`),
} as const satisfies Record<string, Sql>

export type Counts = Record<keyof typeof queries, number>

function undelivered(isOfAdmin: Sql): Sql {
  return sql`
    select from mails m
    where (m.state = 'failed' and m.created_at > now() - interval '7 days'
           or m.state = 'queued' and m.created_at < now() - interval '15 minutes')
      and ${isOfAdmin} (select from admins a where a.id = m.user_id)`
}

/** Each block leaves a row of the log, which says how long it lasts. */
function blocked(isAdminArea: Sql): Sql {
  return sql`
    select distinct ip_address from audit_log
    where action = 'address_blocked' and timestamp > now() - interval '1 day'
      and timestamp + make_interval(mins => (data ->> 'minutes')::int) > now()
      and sub_system ${isAdminArea} 'admin'`
}

/** Counts what takes long to count, every five minutes; of any number of workers one does. */
export async function takeSnapshot(): Promise<void> {
  await transaction(db, async (tx) => {
    const isOurs = await scalar<boolean>(tx)`select pg_try_advisory_xact_lock(${lockNumber})`
    const isDue = await scalar<boolean>(tx)`
      select not exists (select from snapshots where taken_at > now() - ${every}::interval)`
    if (isOurs && isDue) await writeSnapshot(tx)
  })
}

/** Now, whenever the last one was taken. */
export async function writeSnapshot(db: Db): Promise<void> {
  const counts: Record<string, number> = {}
  for (const [name, query] of Object.entries(queries))
    counts[name] = (await scalar<number>(db)`select count(*)::int from (${query}) counted`) ?? 0
  await run(db)`
    insert into snapshots (taken_at, counts) values (now(), ${JSON.stringify(counts)}::jsonb)
    on conflict (taken_at) do nothing`
}

/** A week before any day that the overview shows. */
export const deleteOldSnapshots = purgeOf('snapshots', sql`taken_at < now() - interval '100 days'`)
