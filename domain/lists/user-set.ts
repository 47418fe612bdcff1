import type { Sql } from 'sql-template-tag'
import { maxCollected, type UserListQuery } from '#contract/user-list.ts'
import { scalar, sql, type Transaction } from '#server/db.ts'
import { factorConditions, lockedAccounts } from './user-conditions.ts'

/**
 * Returns an SQL condition for a small set of users that an index finds, so that the other conditions can be checked
 * one by one; undefined if no condition of the query has a small set.
 */
export async function findSmallSet(
  tx: Transaction,
  companyId: string | undefined,
  { status, platform, secondFactor }: UserListQuery,
): Promise<Sql | undefined> {
  const isOnlyLocked = status?.length === 1 && status[0] === 'locked'
  if (isOnlyLocked && (await isSmall(tx, lockedAccounts))) return sql`u.id in (${lockedAccounts})`
  const ofPlatform = sql`select user_id from subsystem_accounts where subsystem_id = ${platform}`
  const ofCompany = sql`select from users where partner_id = ${companyId}`
  // Twice the limit, because only the part of the company is collected.
  if (platform !== undefined && (await isSmall(tx, ofPlatform, companyId === undefined ? 1 : 2))) {
    if (companyId === undefined) return sql`u.id in (${ofPlatform})`
    // Reads only indexes. Without `offset 0`, the planner would read each user of a large company.
    return sql`u.id in (
      select c.id from users c where c.partner_id = ${companyId} and c.id in (${ofPlatform}) offset 0)`
  }
  if (companyId !== undefined && (await isSmall(tx, ofCompany))) {
    return sql`u.partner_id = ${companyId}`
  }
  if (secondFactor === 'none') {
    const isInScope = companyId === undefined ? sql`true` : sql`partner_id = ${companyId}`
    const withoutFactor = sql`select from users where lacks_factor and ${isInScope}`
    if (await isSmall(tx, withoutFactor)) return factorConditions.none
  }
  return undefined
}

/** Returns true if the set is small enough to collect. `limitFactor` multiplies the limit. */
async function isSmall(tx: Transaction, users: Sql, limitFactor = 1): Promise<boolean> {
  const max = limitFactor * maxCollected.ofSet
  const count = await scalar<number>(tx)`select count(*) from (${users} limit ${max + 1}) users`
  return (count ?? 0) <= max
}
