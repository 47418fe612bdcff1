import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Locale } from '#contract/locale.ts'
import type { Me } from '#contract/me.ts'
import type { Origin } from '#server/caller.ts'
import { row, run, sql, violatedIndex, type Db, type Transaction } from '#server/db.ts'
import { addWithAccount } from './account.ts'
import { deactivatedAt, isToBeDeactivated, isToBeWarned, type Dormant } from './dormant.ts'
import { entryState } from './entry.ts'

export type User = {
  id: string
  partnerId: string | null
  email: string
  firstname: string
  lastname: string
  preferredLanguage: Locale
  timezone: string
  active: boolean
  /** True without a company, too: only a company that was deactivated stands in the way. */
  partnerActive: boolean
}

type NewUser = Pick<User, 'email' | 'firstname' | 'lastname' | 'preferredLanguage'> & {
  partnerId: string | null
}

/** Adds a person; undefined when somebody has the address already. */
export function addUser(db: Db, user: NewUser): Promise<string | undefined> {
  return addWithAccount(
    db,
    'user',
    sql`
    insert into users (id, partner_id, email, firstname, lastname, preferred_language)
    values (${randomUUIDv7()}, ${user.partnerId}, ${user.email}, ${user.firstname}, ${user.lastname},
            ${user.preferredLanguage})
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

function findWhere(db: Db, which: Sql): Promise<User | undefined> {
  return row<User>(
    db,
    sql`
    select u.id, u.partner_id, u.email, u.firstname, u.lastname, u.preferred_language, u.timezone,
           u.active, coalesce(p.active, true) as partner_active
    from users u left join partners p on p.id = u.partner_id
    where ${which}`,
  )
}

/** Notes a login; false when she was deactivated. Held until the end of the transaction, so that neither overtakes. */
export async function noteLogin(tx: Transaction, id: string): Promise<boolean> {
  const noted = await run(
    tx,
    sql`update users set last_login_at = now() where id = ${id} and active`,
  )
  return noted === 1
}

/** False when she was so already. */
export async function setActive(tx: Transaction, id: string, active: boolean): Promise<boolean> {
  const changed = await run(
    tx,
    sql`
    update users
    set active = ${active}, let_in_again_at = case when ${active} then now() else let_in_again_at end
    where id = ${id} and active <> ${active}`,
  )
  return changed === 1
}

/** Undefined when somebody else has done it, or she has logged in meanwhile. */
export function warnDormant(tx: Transaction, id: string): Promise<Dormant | undefined> {
  return row<Dormant>(
    tx,
    sql`
    update users set dormant_warned_at = now() where id = ${id} and ${isToBeWarned}
    returning id, email, preferred_language, ${deactivatedAt} as until`,
  )
}

export function deactivateDormant(tx: Transaction, id: string): Promise<Dormant | undefined> {
  return row<Dormant>(
    tx,
    sql`
    update users set active = false where id = ${id} and ${isToBeDeactivated}
    returning id, email, preferred_language, now() as until`,
  )
}

export async function markOnboarded(db: Db, id: string): Promise<void> {
  await run(
    db,
    sql`update users set onboarded_at = now() where id = ${id} and onboarded_at is null`,
  )
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

export async function saveProfile(db: Db, id: string, profile: Profile): Promise<void> {
  await run(
    db,
    sql`
    update users
    set firstname = ${profile.firstname}, lastname = ${profile.lastname}, job_title = ${profile.jobTitle},
        timezone = ${profile.timezone}, preferred_language = ${profile.preferredLanguage},
        phone = ${profile.phone}, referral_code = ${profile.referralCode}
    where id = ${id}`,
  )
}

/** Whoever is known by another portal: her address and company are what it says of her. */
export async function moveUser(
  tx: Transaction,
  id: string,
  { email, partnerId }: Pick<User, 'email' | 'partnerId'>,
): Promise<void> {
  await run(tx, sql`update users set email = ${email}, partner_id = ${partnerId} where id = ${id}`)
}

/** Whether somebody else has the address already. */
export function isAddressTaken(error: unknown): boolean {
  return violatedIndex(error) === 'users_email_key'
}

/** All that somebody may know of herself, seen from where she is. Throws when she does not exist. */
export async function getMe(
  db: Db,
  who: Pick<Origin, 'ipAddress'> & { userId: string },
): Promise<Me> {
  const found = await row<{ me: Me }>(
    db,
    sql`
    select ${meOf(who.ipAddress)} as me
    from users u left join partners p on p.id = u.partner_id ${ownFactor} where u.id = ${who.userId}`,
  )
  if (!found) throw new Error(`no user ${who.userId}`)
  return found.me
}

/** Her second factor `f`, joined to `users u`: the database keeps to one that is confirmed. */
export const ownFactor = sql`
  left join second_factors f on f.user_id = u.id and f.confirmed_at is not null`

/** The same, for statements about `users u`, its company `p` and its second factor `f`. */
export function meOf(ipAddress: string): Sql {
  return sql`
    json_build_object(
      'id', u.id, 'email', u.email, 'firstname', u.firstname, 'lastname', u.lastname,
      'jobTitle', u.job_title, 'timezone', u.timezone, 'preferredLanguage', u.preferred_language,
      'phone', u.phone, 'referralCode', u.referral_code, 'ipAddress', ${ipAddress}::text,
      'permissions', u.permissions,
      'partner', case when p.id is null then null else json_build_object('id', p.id, 'name', p.name) end,
      'subsystems', (
        select coalesce(json_agg(json_build_object(
                 'id', s.id, 'name', s.name, 'url', s.url, 'state', ${entryState(ipAddress)})
               order by s.name), '[]')
        from subsystem_accounts a join subsystems s on s.id = a.subsystem_id
        where a.user_id = u.id),
      'mfa', json_build_object(
        'totp', f.id is not null, 'since', f.confirmed_at, 'disabled', f.disabled_at is not null,
        'recoveryCodesLeft', (
          select count(*) from recovery_codes c where c.user_id = u.id and c.used_at is null)))`
}
