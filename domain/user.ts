import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Locale } from '#contract/locale.ts'
import type { Me } from '#contract/me.ts'
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
import { deactivatedAt, isToBeDeactivated, isToBeWarned, type Dormant } from './dormant.ts'
import { knownBrowserOf } from './known-browser.ts'
import type { Recipient } from './mail.ts'
import { fillOf, searchText } from './search-text.ts'

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

/** Why a user may not log in: the reason for the audit log, and the error code. */
export type Inactivity = { reason: string; code: number }

export function inactivityOf({ active, partnerActive }: User): Inactivity | undefined {
  if (!active) return { reason: 'user inactive', code: errorCodes.userInactive }
  if (!partnerActive) return { reason: 'company inactive', code: errorCodes.partnerInactive }
  return undefined
}

type NewUser = Pick<User, 'partnerId' | 'email' | 'firstname' | 'lastname' | 'preferredLanguage'> &
  Partial<Pick<User, 'timezone'>>

/** Undefined when a user has the email address already. */
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

/** With the browser of the call, if the user has logged in with it before. */
export type UserAtBrowser = User & { browserId: string | undefined }

export async function findUserAtBrowser(
  db: Db,
  who: { id: string } | { email: string },
  origin: Origin,
): Promise<UserAtBrowser | undefined> {
  const which = 'id' in who ? sql`u.id = ${who.id}` : sql`u.email = ${who.email}`
  const browserId = sql`, ${knownBrowserOf(sql`u.id`, origin)} as browser_id`
  const found = await findWhere<User & { browserId: string | null }>(db, which, browserId)
  return found && { ...found, browserId: found.browserId ?? undefined }
}

function findWhere<Found extends User>(
  db: Db,
  which: Sql,
  more: Sql = sql``,
): Promise<Found | undefined> {
  return row<Found>(db)`
    select u.id, u.partner_id, u.email, u.firstname, u.lastname, u.preferred_language, u.timezone,
           u.active, coalesce(p.active, true) as partner_active ${more}
    from users u left join partners p on p.id = u.partner_id
    where ${which}`
}

/** False for an inactive user. Locks the row, so that a deactivation waits for the end of the transaction. */
export function recordLogin(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`update users set last_login_at = now() where id = ${id} and active`
}

/** False when nothing changes. An activation ends a lock of the user's own, too. */
export function setActive(tx: Transaction, id: string, active: boolean): Promise<boolean> {
  return affects(tx)`
    update users
    set active = ${active}, reactivated_at = case when ${active} then now() else reactivated_at end,
        locked_by_owner_at = case when not ${active} then locked_by_owner_at end
    where id = ${id} and active <> ${active}`
}

/** Since when an account is closed because its user has locked it; undefined for any other. */
export async function findOwnLock(db: Db, id: string): Promise<Date | undefined> {
  const found = await scalar<Date | null>(db)`
    select locked_by_owner_at from users where id = ${id} and not active`
  return found ?? undefined
}

/** False for one that its user has locked already. */
export function lockByOwner(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`
    update users set active = false, locked_by_owner_at = now()
    where id = ${id} and (active or locked_by_owner_at is null)`
}

/** Undefined when the user was warned already or has logged in since. */
export function warnDormant(tx: Transaction, id: string): Promise<Dormant | undefined> {
  return row<Dormant>(tx)`
    update users a set dormant_warned_at = now() where a.id = ${id} and ${isToBeWarned}
    returning a.id, a.email, a.preferred_language, ${deactivatedAt} as until`
}

/** Undefined when the user has logged in since. */
export function deactivateDormant(tx: Transaction, id: string): Promise<Dormant | undefined> {
  return row<Dormant>(tx)`
    update users a set active = false where a.id = ${id} and ${isToBeDeactivated}
    returning a.id, a.email, a.preferred_language, now() as until`
}

/** Locks a user's row until the transaction ends; rows that refer to it can still be added. */
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

/** Undefined when the user was onboarded before. */
export function markOnboarded(db: Db, id: string): Promise<Recipient | undefined> {
  return row<Recipient>(db)`
    update users set onboarded_at = now() where id = ${id} and onboarded_at is null
    returning id, email, preferred_language`
}

export type Profile = Pick<
  Me,
  | 'firstname'
  | 'lastname'
  | 'jobTitle'
  | 'timezone'
  | 'preferredLanguage'
  | 'phone'
  | 'referralCode'
>

export async function saveProfile(
  db: Db,
  { id, email }: Pick<User, 'id' | 'email'>,
  profile: Profile,
): Promise<void> {
  await run(db)`
    update users
    set firstname = ${profile.firstname}, lastname = ${profile.lastname}, job_title = ${profile.jobTitle},
        timezone_settled_at =
          case when timezone = ${profile.timezone} then timezone_settled_at else now() end,
        timezone = ${profile.timezone}, preferred_language = ${profile.preferredLanguage},
        phone = ${profile.phone}, referral_code = ${profile.referralCode},
        search_text = ${searchTextOf({ ...profile, email })}
    where id = ${id}`
}

/** Sets the time zone that the portal offered, or the present one: it is not offered again. */
export async function settleTimezone(db: Db, id: string, timezone: string): Promise<void> {
  await run(db)`
    update users set timezone = ${timezone}, timezone_settled_at = now() where id = ${id}`
}

export async function saveTheme(db: Db, id: string, theme: Theme | null): Promise<void> {
  await run(db)`update users set theme = ${theme} where id = ${id}`
}

type Named = Pick<User, 'firstname' | 'lastname' | 'email'>

/** Chinese names are written without a space, family name first. */
function searchTextOf({ firstname, lastname, email }: Named): string {
  return searchText(`${firstname} ${lastname}`, `${lastname}${firstname}`, email)
}

/** Fills the search text where an older version, or a change of the email address, left none. */
export const fillUserSearchText = fillOf<Named>(
  'users',
  ['firstname', 'lastname', 'email'],
  searchTextOf,
)

/** For a sandbox user: takes over email address and company from the issuer. */
export async function moveUser(
  tx: Transaction,
  id: string,
  { email, partnerId }: Pick<User, 'email' | 'partnerId'>,
): Promise<void> {
  await run(tx)`update users set email = ${email}, partner_id = ${partnerId} where id = ${id}`
}

/** False when the user is of another company meanwhile. Null: of none. */
export function setCompany(
  tx: Transaction,
  id: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<boolean> {
  return affects(tx)`
    update users set partner_id = ${to}::uuid
    where id = ${id} and partner_id is not distinct from ${from}::uuid`
}

/** Whether another user has the email address. */
export function isAddressTaken(error: unknown): boolean {
  return violatedIndex(error) === 'users_email_key'
}

/** Version of the current terms; a changed text gets a new one. */
const version = '2026-11'

export async function acceptTerms(db: Db, userId: string): Promise<void> {
  await run(db)`
    insert into terms_acceptances (user_id, version) values (${userId}, ${version})
    on conflict (user_id, version) do nothing`
}

export async function declinePasskeyOffer(tx: Transaction, id: string): Promise<void> {
  await run(tx)`update users set passkey_asked_at = now() where id = ${id}`
}
