import type { Locale } from '#contract/locale.ts'
import { config } from '#server/config.ts'
import { affects, rows, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { runEachIsolated } from '#server/run-isolated.ts'

/** Table of the accounts; `users` and `admins` have the same columns for dormancy. */
type Kind = 'users' | 'admins'

const tables = { users: sql`users`, admins: sql`admins` }
const batchSize = 100

/** SQL expression for the start of the unused time: creation, last login or reactivation. */
export const lastUsed = sql`greatest(a.created_at, a.last_login_at, a.reactivated_at)`

const { dormantDeactivateDays: deactivateDays } = config
const warnDays = Math.max(1, deactivateDays - 14)

/** SQL condition: deactivating an admin takes two people. */
const isTwoPerson =
  config.twoPerson === 'auto'
    ? sql`exists (select from two_person_kinds where kind = 'admin-deactivate')`
    : sql`${config.twoPerson === 'on'}::boolean`

/** SQL number of active super admins that deactivations leave: two where one must approve what the other requests. */
const leftSuperAdmins = sql`case when ${isTwoPerson} then 2 else 1 end`

/** SQL condition on an account `a`, by table: not one of the last active super admins, whom no admin could reactivate. */
export const isReplaceable = {
  users: sql`true`,
  admins: sql`(
    not exists (select from admin_roles r where r.admin_id = a.id and r.role = 'super_admin')
    or (select count(*) from admin_roles r join admins other on other.id = r.admin_id
        where r.role = 'super_admin' and other.active and other.id <> a.id) >= ${leftSuperAdmins})`,
}

/** SQL condition on an account `a`: active, and unused long enough for a warning. */
export const seemsUnused = sql`
  a.active and ${lastUsed} <= now() - make_interval(days => ${warnDays})`

/** SQL condition on an account `a`: warned since the last use. */
export const isWarned = sql`coalesce(a.dormant_warned_at >= ${lastUsed}, false)`

/**
 * SQL condition on an account `a`, by table: no login since the last use. Users' logins are in another table, from which
 * some have to be copied before a warning (`copyLastLogins`).
 */
export const hasNoNewerLogin = {
  users: sql`not exists (
    select from user_logins l where l.user_id = a.id and l.last_login_at > ${lastUsed})`,
  admins: sql`true`,
}

/** SQL condition on an account `a`: unused long enough for a warning, and not warned since the last use. */
export const isToBeWarned = sql`${seemsUnused} and not ${isWarned}`

/**
 * SQL condition on an account `a`: unused long enough for deactivation, and warned long enough ago, so that a late
 * warning delays the deactivation.
 */
export const isToBeDeactivated = sql`
  a.active and ${lastUsed} <= now() - make_interval(days => ${deactivateDays})
  and ${isWarned}
  and a.dormant_warned_at <= now() - make_interval(days => ${deactivateDays - warnDays})`

/** SQL expression for the time at which an account that is warned now will be deactivated. */
export const deactivatedAt = sql`
  greatest(now() + make_interval(days => ${deactivateDays - warnDays}),
           ${lastUsed} + make_interval(days => ${deactivateDays}))`

/** Unused account that was warned or deactivated; `until` is the time of the deactivation. */
export type Dormant = { id: string; email: string; preferredLanguage: Locale; until: Date }

type Handlers = Record<'warn' | 'deactivate', (tx: Transaction, id: string) => Promise<void>>

/**
 * Deactivates and warns all unused accounts that are due (PCI DSS 8.2.6), each isolated and in its own transaction. Does
 * nothing if `DORMANT_ACCOUNTS` is off.
 */
export async function processDormant(db: Db, kind: Kind, handlers: Handlers): Promise<void> {
  if (!config.dormantAccounts) return
  const steps = [
    { isDue: isToBeDeactivated, handle: handlers.deactivate },
    { isDue: isToBeWarned, handle: handlers.warn },
  ]
  for (const { isDue, handle } of steps) {
    await runEachIsolated(
      kind === 'users' ? 'process-dormant-accounts' : 'process-dormant-admins',
      (last: Due | undefined) => findDue(db, kind, isDue, last),
      ({ id }) => transaction(db, (tx) => handle(tx, id)),
    )
  }
}

/** Account that is due; `since` is the time since which it is unused, as text with microseconds. */
type Due = { id: string; since: string }

/** Returns the next accounts that are due, the longest unused first. */
function findDue(
  db: Db,
  kind: Kind,
  isDue: typeof isToBeWarned,
  after: Due | undefined,
): Promise<Due[]> {
  return rows<Due>(db)`
    select a.id, ${lastUsed}::text as since from ${tables[kind]} a
    where ${isDue} and ${hasNoNewerLogin[kind]} and ${isReplaceable[kind]}
      and ${after ? sql`(${lastUsed}, a.id) > (${after.since}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by ${lastUsed}, a.id limit ${batchSize}`
}

/** Returns true if an account is active, was warned and has not been used since. */
export function isStillDormant(db: Db, kind: Kind, id: string): Promise<boolean> {
  return affects(db)`
    select from ${tables[kind]} a
    where a.id = ${id} and a.active and ${isWarned}`
}
