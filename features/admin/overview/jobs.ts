import type { Sql } from 'sql-template-tag'
import { matchingInvitations } from '#domain/lists/invitation-list.ts'
import { isOfAdmin, isUndelivered } from '#domain/mail/mail.ts'
import { isDormant, isWithoutOwner } from '#domain/companies/partner.ts'
import { isNotificationLate } from '#domain/platforms/platform-session.ts'
import { lacksFactor, lockedAccounts, statusConditions } from '#domain/lists/user-conditions.ts'
import { isWebhookFailing } from '#domain/webhooks/webhook.ts'
import { affects, db, purgeOf, run, scalar, sql, transaction, type Db } from '#server/db.ts'

// Number of an advisory lock that nothing else in this database uses.
const lockNumber = 7_067_852
// Slightly less than five minutes, because the job runs every minute, not to the second.
const minAge = '285 seconds'

/** Counts of a snapshot. Those about admins are separate, because only some admins may see them. */
const queries = {
  activeUsers: sql`select from users where active`,
  withoutFactor: sql`select from users u where ${lacksFactor}`,
  unfinishedUsers: sql`select from users u where ${statusConditions.invited}`,
  openInvitations: matchingInvitations({ state: ['open'] }),
  expiringInvitations: matchingInvitations({ expiresWithin: '48' }),
  lockedUsers: sql`select from users u where u.id in (${lockedAccounts}) and ${statusConditions.locked}`,
  usedBreakGlass: sql`
    select from approvals where decided_kind = 'system' and decided_at > now() - interval '30 days'`,
  lockedAdmins: sql`select from admins a where a.active and a.id in (${lockedAccounts})`,
  undeliveredNotifications: sql`select from platform_sessions where ${isNotificationLate}`,
  undeliveredMails: sql`select from mails m where ${isUndelivered} and not ${isOfAdmin}`,
  undeliveredAdminMails: sql`select from mails m where ${isUndelivered} and ${isOfAdmin}`,
  failingWebhooks: sql`select from webhooks w where ${isWebhookFailing}`,
  dormantCompanies: sql`select from partners p where ${isDormant(60)}`,
  companiesWithoutOwner: sql`select from partners p where ${isWithoutOwner}`,
  blockedAddresses: blocked(sql`sub_system <> 'admin'`),
  blockedAdminAddresses: blocked(sql`sub_system = 'admin'`),
} as const satisfies Record<string, Sql>

export type Counts = Record<keyof typeof queries, number>

/** Name of the time, in seconds, of the snapshot that first had a count above 0. */
export type StartName = `${keyof Counts}Start`
export type Starts = Partial<Record<StartName, number>>

export function startName(name: keyof Counts): StartName {
  return `${name}Start`
}

export function isCount(name: string): name is keyof Counts {
  return Object.hasOwn(queries, name)
}

/** Counts the unmet requirements of the security profile; undefined without a profile. */
export type CountUnmet = (db: Db) => Promise<number | undefined>

/** Selects the blocked addresses. Each block is an audit log row that contains its duration. */
function blocked(condition: Sql): Sql {
  return sql`
    select distinct ip_address from audit_log
    where action = 'address_blocked' and timestamp > now() - interval '1 day'
      and timestamp + make_interval(mins => (data ->> 'minutes')::int) > now()
      and ${condition}`
}

/** Longest measurement in milliseconds that is repeated for each snapshot. */
const quickMs = 1_000
/** Duration of a measurement that has not finished: until then, and if it fails, it counts as a slow one. */
const unfinished = { measuringMs: 1_000_000 }

/**
 * Takes a snapshot of slow counts every five minutes; only one worker takes it. Then this worker measures the
 * requirements of the security profile, or only once an hour if that fails or takes longer than a second. The snapshot
 * is committed before.
 */
export async function takeSnapshot(countUnmet?: CountUnmet): Promise<void> {
  const mustMeasure = await transaction(db, async (tx) => {
    const isOurs = await scalar<boolean>(tx)`select pg_try_advisory_xact_lock(${lockNumber})`
    const isDue = await scalar<boolean>(tx)`
      select not exists (select from snapshots where taken_at > now() - ${minAge}::interval)`
    if (!isOurs || !isDue) return false
    const hasSlowMeasurement = await affects(tx)`
      select from snapshots
      where (counts ->> 'measuringMs')::int > ${quickMs} and taken_at > now() - interval '55 minutes'`
    const isMeasuring = countUnmet !== undefined && !hasSlowMeasurement
    await writeSnapshot(tx, isMeasuring ? unfinished : {})
    return isMeasuring
  })
  if (!mustMeasure || !countUnmet) return
  const startedAt = performance.now()
  const unmetRequirements = await countUnmet(db)
  const measuringMs = Math.round(performance.now() - startedAt)
  await addCounts(db, {
    measuringMs,
    ...(unmetRequirements !== undefined && { unmetRequirements }),
  })
}

/** Stores the number that the compliance page has just measured, so that the overview shows the same. */
export function storeUnmetCount(db: Db, count: number): Promise<void> {
  return addCounts(db, { unmetRequirements: count })
}

/** Adds counts to the latest snapshot. */
async function addCounts(db: Db, counts: Record<string, number>): Promise<void> {
  const added = sql`${JSON.stringify(counts)}::jsonb`
  await run(db)`
    update snapshots set counts = counts || ${added}
    where taken_at = (select max(taken_at) from snapshots) and not counts @> ${added}`
}

/** Writes a snapshot now, regardless of the age of the last one; `otherCounts` are stored with it. A count above 0 is
 * stored with the time since which it has been. */
export async function writeSnapshot(
  db: Db,
  otherCounts: Record<string, number> = {},
): Promise<void> {
  const counts: Record<string, number> = { ...otherCounts }
  const before = await scalar<Record<string, number>>(db)`
    select counts from snapshots order by taken_at desc limit 1`
  const now = Math.round(Date.now() / 1_000)
  for (const name of Object.keys(queries).filter(isCount)) {
    const count = await scalar<number>(db)`select count(*)::int from (${queries[name]}) counted`
    counts[name] = count ?? 0
    if (count) counts[startName(name)] = before?.[startName(name)] ?? now
  }
  await run(db)`
    insert into snapshots (taken_at, counts) values (now(), ${JSON.stringify(counts)}::jsonb)
    on conflict (taken_at) do nothing`
}

/** Deletes snapshots older than 100 days. The overview reads only those of the last eight. */
export const deleteOldSnapshots = purgeOf('snapshots', sql`taken_at < now() - interval '100 days'`)
