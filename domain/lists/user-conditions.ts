import { raw, type Sql } from 'sql-template-tag'
import type { UserStatus } from '#contract/user-list.ts'
import { sql } from '#server/db.ts'
import { maxStreak } from '../credentials/failure-streak.ts'

/*
 * SQL of locks. An attack on many addresses adds millions of rows to both tables, so no statement may read all of them:
 * partial indexes hold the few rows that lock an account (migrations 0121 and 0122).
 */

const isBlocked = sql`name in ('accountPassword', 'accountCode') and blocked_until > now()`
// A text, because the planner compares the number with that of the index.
const isRestricted = sql`failures >= ${raw(String(maxStreak))} and stale_at > now()`
/** Keys of unknown addresses are not ids. The condition is that of the partial indexes. */
const isId = sql`key ~ '^[0-9a-f-]{36}$'`

/** SQL for the ids of all locked accounts, in no order and some twice. */
export const lockedAccounts = sql`
  select key::uuid from rate_limits where ${isBlocked} and ${isId}
  union all select key::uuid from failure_streaks where ${isRestricted} and ${isId}`

/** Returns an SQL condition: the account accepts no password or code at present, or none from new browsers. */
const isLocked = (id: Sql): Sql => sql`(
  exists (select from rate_limits where ${isBlocked} and ${isId} and key = ${id}::text)
  or exists (select from failure_streaks where ${isRestricted} and ${isId} and key = ${id}::text))`

/** Returns an SQL condition equal to `isLocked`, for few accounts: looks up each of them, never all locks. */
const isLockedAccount = (id: Sql): Sql => sql`
  coalesce((select true from rate_limits where ${isBlocked} and key = ${id}::text limit 1),
           (select true from failure_streaks where ${isRestricted} and key = ${id}::text limit 1), false)`

/** SQL conditions on `users u` for each status. Exactly one holds for a user. */
export const statusConditions: Record<UserStatus, Sql> = {
  active: sql`(u.active and u.onboarded_at is not null and not ${isLocked(sql`u.id`)})`,
  invited: sql`(u.active and u.onboarded_at is null)`,
  locked: sql`(u.active and u.onboarded_at is not null and ${isLocked(sql`u.id`)})`,
  deactivated: sql`not u.active`,
}

/** SQL expression for the status of `users u`. */
export const statusOf = sql`
  case when not u.active then 'deactivated' when u.onboarded_at is null then 'invited'
       when ${isLockedAccount(sql`u.id`)} then 'locked' else 'active' end`

const authenticators = sql`
  from second_factors f
  where f.user_id = u.id and f.confirmed_at is not null and f.disabled_at is null`
const enabledPasskeys = sql`from passkeys k where k.user_id = u.id and k.disabled_at is null`

const hasAuthenticator = sql`exists (select ${authenticators})`
const hasEnabledPasskey = sql`exists (select ${enabledPasskeys})`

/** SQL for the kinds of usable factors of `users u`. Suited to few users, because it looks up each of them. */
export const factorsOf = sql`array(
  (select 'authenticator' ${authenticators} limit 1)
  union all (select 'passkey' ${enabledPasskeys} limit 1))`

/** SQL conditions on `users u` for the filter by second factor. */
export const factorConditions = {
  // Triggers update this column at the end of a transaction (migrations/0080_users_without_factor.sql).
  none: sql`u.lacks_factor`,
  authenticator: hasAuthenticator,
  passkey: hasEnabledPasskey,
}

/**
 * SQL condition on `users u`: an active user without a usable second factor, including users who never finished the
 * setup. Uses an index; the overview counts these users.
 */
export const lacksFactor = sql`(u.active and ${factorConditions.none})`
/**
 * SQL condition equivalent to `lacksFactor`, computed from the factors themselves as evidence for the page
 * *Compliance*.
 */
export const hasNoFactor = sql`(u.active and not ${hasAuthenticator} and not ${hasEnabledPasskey})`
