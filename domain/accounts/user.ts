import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Locale } from '#contract/locale.ts'
import type { Profile } from '#contract/profile-fields.ts'
import { errorCodes } from '#contract/refusal.ts'
import type { Theme } from '#contract/theme.ts'
import type { Origin } from '#server/caller.ts'
import {
  affects,
  row,
  run,
  scalar,
  sql,
  violatedIndex,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { addWithAccount } from './account.ts'
import {
  deactivatedAt,
  hasNoNewerLogin,
  isToBeDeactivated,
  isToBeWarned,
  type Dormant,
} from './dormant.ts'
import { knownBrowserOf } from '../sessions/known-browser.ts'
import type { Recipient } from '../mail/mail.ts'
import { profileAssignments } from './profile.ts'
import { fillOf, searchText } from '../lists/search-text.ts'

export type User = {
  id: string
  partnerId: string | null
  email: string
  firstname: string
  lastname: string
  preferredLanguage: Locale
  timezone: string
  active: boolean
  /** False only for an inactive company; true without a company. */
  partnerActive: boolean
}

/** Reason why a user may not log in, for the audit log, and the error code. */
export type Inactivity = { reason: string; code: number }

/** Returns undefined for a user who may log in. */
export function inactivityOf({ active, partnerActive }: User): Inactivity | undefined {
  if (!active) return { reason: 'user inactive', code: errorCodes.userInactive }
  if (!partnerActive) return { reason: 'company inactive', code: errorCodes.partnerInactive }
  return undefined
}

type NewUser = Pick<User, 'partnerId' | 'email' | 'firstname' | 'lastname' | 'preferredLanguage'> &
  Partial<Pick<User, 'timezone'>>

/** Adds a user and returns the id; undefined if a user has the email address already. */
export function addUser(db: Db, user: NewUser): Promise<string | undefined> {
  return addWithAccount(
    db,
    'user',
    sql`
    insert into users (id, partner_id, email, firstname, lastname, preferred_language, timezone, search_text)
    values (${randomUUIDv7()}, ${user.partnerId}, ${user.email}, ${user.firstname}, ${user.lastname},
            ${user.preferredLanguage}, ${user.timezone ?? 'UTC'}, ${searchTextOf(user)})
    on conflict (email) do nothing
    returning id`,
  )
}

export function findUser(db: Db, id: string): Promise<User | undefined> {
  return findWhere(db, sql`u.id = ${id}`)
}

export async function getUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, id)
  if (!user) throw new Error(`no user ${id}`)
  return user
}

export function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return findWhere(db, sql`u.email = ${email}`)
}

/** User with the id of the calling browser if the user has logged in with it before. */
export type UserAtBrowser = User & { browserId: string | undefined }

export async function findUserAtBrowser(
  db: Db,
  key: { id: string } | { email: string },
  origin: Origin,
): Promise<UserAtBrowser | undefined> {
  const condition = 'id' in key ? sql`u.id = ${key.id}` : sql`u.email = ${key.email}`
  const browserId = sql`, ${knownBrowserOf(sql`u.id`, origin)} as browser_id`
  const user = await findWhere<User & { browserId: string | null }>(db, condition, browserId)
  return user && { ...user, browserId: user.browserId ?? undefined }
}

function findWhere<Row extends User>(
  db: Db,
  condition: Sql,
  moreColumns: Sql = sql``,
): Promise<Row | undefined> {
  return row<Row>(db)`
    select u.id, u.partner_id, u.email, u.firstname, u.lastname, u.preferred_language, u.timezone,
           u.active, coalesce(p.active, true) as partner_active ${moreColumns}
    from users u left join partners p on p.id = u.partner_id
    where ${condition}`
}

/**
 * Activates or deactivates a user. Returns false if nothing changes. `opensLocked` also ends a lock by the user; without
 * it, an account that its user has locked stays so.
 */
export function setActive(
  tx: Transaction,
  id: string,
  { active, opensLocked = false }: { active: boolean; opensLocked?: boolean },
): Promise<boolean> {
  return affects(tx)`
    update users
    set active = ${active}, reactivated_at = case when ${active} then now() else reactivated_at end,
        locked_by_owner_at = case when not ${active} then locked_by_owner_at end
    where id = ${id} and active <> ${active}
      and (not ${active} or ${opensLocked} or locked_by_owner_at is null)`
}

/** Returns the time at which the user locked their own account; undefined if it is not locked by its user. */
export async function findOwnLock(db: Db, id: string): Promise<Date | undefined> {
  const lockedAt = await scalar<Date | null>(db)`
    select locked_by_owner_at from users where id = ${id} and not active`
  return lockedAt ?? undefined
}

/** Locks an account for its user. Returns false if the user has locked it already. */
export function lockByOwner(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`
    update users set active = false, locked_by_owner_at = now()
    where id = ${id} and (active or locked_by_owner_at is null)`
}

/**
 * Prevents logins of a user until the transaction ends, after waiting for those in progress. A login that ends meanwhile
 * is visible only to the next statement. Changes of `active` and `partner_id` lock by a trigger (`wait_for_logins`).
 */
export async function lockLogins(tx: Transaction, id: string): Promise<void> {
  await run(tx)`select from user_logins where user_id = ${id} for no key update`
}

/** Marks a dormant user as warned; undefined if the user was warned already or has logged in since. */
export async function warnDormant(tx: Transaction, id: string): Promise<Dormant | undefined> {
  await lockLogins(tx, id)
  return row<Dormant>(tx)`
    update users a set dormant_warned_at = now()
    where a.id = ${id} and ${isToBeWarned} and ${hasNoNewerLogin.users}
    returning a.id, a.email, a.preferred_language, ${deactivatedAt} as until`
}

/**
 * Returns SQL that sets the last logins of users from `logins` (id, last_login_at). Clears their warnings, too: one before
 * the login has no effect, and one after it was a mistake.
 */
export function setLastLogins(logins: Sql): Sql {
  return sql`
    update users u set last_login_at = l.last_login_at, dormant_warned_at = null
    from (${logins}) l where u.id = l.id`
}

/** Deactivates a dormant user; undefined if the user has logged in since. */
export async function deactivateDormant(tx: Transaction, id: string): Promise<Dormant | undefined> {
  await lockLogins(tx, id)
  return row<Dormant>(tx)`
    update users a set active = false
    where a.id = ${id} and ${isToBeDeactivated} and ${hasNoNewerLogin.users}
    returning a.id, a.email, a.preferred_language, now() as until`
}

/**
 * Locks a user's row until the transaction ends; rows that refer to it can still be added. Returns undefined for an
 * unknown user. Each change of the user's platform accounts increases `platformsVersion`, for optimistic locking.
 */
export async function lockUser(
  tx: Transaction,
  id: string,
): Promise<{ user: User; platformsVersion: number } | undefined> {
  const version = await scalar<number>(tx)`
    select platforms_version from users where id = ${id} for no key update`
  return version === undefined
    ? undefined
    : { user: await getUser(tx, id), platformsVersion: version }
}

export async function raisePlatformsVersion(tx: Transaction, id: string): Promise<void> {
  await run(tx)`update users set platforms_version = platforms_version + 1 where id = ${id}`
}

/** Marks a user's sign-up as finished and returns the user; undefined if it was finished before. */
export function markOnboarded(db: Db, id: string): Promise<Recipient | undefined> {
  return row<Recipient>(db)`
    update users set onboarded_at = now() where id = ${id} and onboarded_at is null
    returning id, email, preferred_language`
}

export async function saveProfile(
  db: Db,
  { id, email }: Pick<User, 'id' | 'email'>,
  profile: Profile,
): Promise<void> {
  await run(db)`
    update users
    set ${profileAssignments(profile)},
        timezone_settled_at =
          case when timezone = ${profile.timezone} then timezone_settled_at else now() end,
        search_text = ${searchTextOf({ ...profile, email })}
    where id = ${id}`
}

/** Sets the time zone with which the user answered the portal's offer, and ends the offer. */
export async function settleTimezone(db: Db, id: string, timezone: string): Promise<void> {
  await run(db)`
    update users set timezone = ${timezone}, timezone_settled_at = now() where id = ${id}`
}

export async function saveTheme(db: Db, id: string, theme: Theme | null): Promise<void> {
  await run(db)`update users set theme = ${theme} where id = ${id}`
}

type SearchedFields = Pick<User, 'firstname' | 'lastname' | 'email'>

/** Returns the search text of a user. Includes the family name first without a space, as Chinese names are written. */
function searchTextOf({ firstname, lastname, email }: SearchedFields): string {
  return searchText(`${firstname} ${lastname}`, `${lastname}${firstname}`, email)
}

/** Fills in the search text of users if an older version, or a change of the email address, left none. */
export const fillUserSearchText = fillOf<SearchedFields>(
  'users',
  ['firstname', 'lastname', 'email'],
  searchTextOf,
)

/** Sets the email address and company of a sandbox user to those that the issuer of the login token has for the user. */
export async function moveUser(
  tx: Transaction,
  id: string,
  { email, partnerId }: Pick<User, 'email' | 'partnerId'>,
): Promise<void> {
  await run(tx)`update users set email = ${email}, partner_id = ${partnerId} where id = ${id}`
}

/** Moves a user to another company; null means no company. Returns false if the user is no longer in `from`. */
export function setCompany(
  tx: Transaction,
  id: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<boolean> {
  return affects(tx)`
    update users set partner_id = ${to}::uuid
    where id = ${id} and partner_id is not distinct from ${from}::uuid`
}

/** Returns true for the database error that another user has the email address. */
export function isAddressTaken(error: unknown): boolean {
  return violatedIndex(error) === 'users_email_key'
}

/** Version of the default terms; increase it with each change of features/pages/terms/texts/. */
const termsVersion = '2026-11'

export async function acceptTerms(db: Db, userId: string): Promise<void> {
  await run(db)`
    insert into terms_acceptances (user_id, version) values (${userId}, ${termsVersion})
    on conflict (user_id, version) do nothing`
}

export async function declinePasskeyOffer(tx: Transaction, id: string): Promise<void> {
  await run(tx)`update users set passkey_asked_at = now() where id = ${id}`
}
