import { config } from '#server/config.ts'
import {
  affects,
  batchSize,
  rows,
  run,
  sql,
  transaction,
  type Db,
  type Transaction,
} from '#server/db.ts'
import type { Sql } from 'sql-template-tag'
import { noteLoginOf } from '../companies/partner.ts'
import { isWarned, lastUsed, seemsUnused } from './dormant.ts'
import { lockLogins, setLastLogins } from './user.ts'

/**
 * The time of a user's last login is in `user_logins`, because each change of `users` adds an entry to most of its
 * indexes. `users.last_login_at` is the same time or an earlier one: `copyLastLogins` writes it.
 */

/**
 * Records the time of a login. Returns false for an inactive user. Locks the user's logins, so that a deactivation waits
 * for the end of the transaction. After a warning, a login also changes the user's row, so that the deactivation of
 * dormant users then checks its condition again. Two statements, because only the second one sees a deactivation for
 * which the first one waited.
 */
export async function recordLogin(tx: Transaction, id: string): Promise<boolean> {
  await lockLogins(tx, id)
  return affects(tx)`
    with login as (
      select a.id, a.partner_id, ${isWarned} as is_warned from users a where a.id = ${id} and a.active),
    warned as (
      ${setLastLogins(sql`select id, now() as last_login_at from login where is_warned`)}),
    company as (${noteLoginOf(sql`select partner_id from login`)})
    insert into user_logins (user_id, last_login_at) select id, now() from login
    on conflict (user_id) do update set last_login_at = excluded.last_login_at`
}

/**
 * Copies the last logins of the users who seem unused by `users` alone, so that an index of `users` finds the unused
 * ones. Each user is copied at most once in the time after which they are warned. Does nothing if `DORMANT_ACCOUNTS` is
 * off.
 */
export async function copyLastLogins(db: Db): Promise<void> {
  if (!config.dormantAccounts) return
  let last = { id: '00000000-0000-0000-0000-000000000000', usedAt: '-infinity' }
  let count = batchSize
  while (count === batchSize) {
    const batch = await rows<typeof last>(db)`
      select a.id, (${lastUsed})::text as used_at from users a
      where ${seemsUnused} and (${lastUsed}, a.id) > (${last.usedAt}::timestamptz, ${last.id}::uuid)
      order by ${lastUsed}, a.id limit ${batchSize}`
    await transaction(db, (tx) =>
      copyLogins(
        tx,
        batch.map(({ id }) => id),
      ),
    )
    last = batch.at(-1) ?? last
    count = batch.length
  }
}

async function copyLogins(tx: Transaction, ids: readonly string[]): Promise<void> {
  const newer = sql`
    select a.id, l.last_login_at from users a join user_logins l on l.user_id = a.id
    where a.id = any(${ids}::uuid[]) and l.last_login_at > ${lastUsed}
    order by a.id for no key update of a`
  await run(tx)`${setLastLogins(newer)}`
}

/**
 * Returns SQL for all users `u`, or for a sample of them, with `last_login`: -infinity for users who never logged in.
 * Reads it only where a statement uses the column.
 */
export function usersWithLogin(sample = sql``): Sql {
  return sql`(
    select u.*, u.id as user_id,
           (select ${timeOf(sql`l`)} from user_logins l where l.user_id = u.id) as last_login
    from users u ${sample}) u`
}

/** SQL for the users of `usersWithLogin` by which an index of `user_logins` finds them in the order of their logins. */
export const usersByLogin = sql`(
  select u.*, l.user_id, ${timeOf(sql`l`)} as last_login
  from user_logins l join users u on u.id = l.user_id) u`

/** Returns the SQL expression of the index user_logins_by_time. */
function timeOf(login: Sql): Sql {
  return sql`coalesce(${login}.last_login_at, '-infinity'::timestamptz)`
}
