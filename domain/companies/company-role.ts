import type { Sql } from 'sql-template-tag'
import { companyPermissionsOf, companyRoles, type CompanyRole } from '#contract/permission.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { byName } from '#server/collation.ts'
import {
  affects,
  row,
  rows,
  run,
  scalar,
  scalars,
  sql,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { placeholderId } from '../accounts/account.ts'
import { fullNameIn } from '../accounts/full-name.ts'

/**
 * Roles of a company's own administrators (table company_roles). They are in effect only while the provider permits the
 * company to have administrators (`partners.delegated`).
 */

/** SQL expression on `users u` and their company `partners p`: the roles that are in effect, in a fixed order. */
export const companyRolesOf: Sql = sql`
  case when p.delegated and p.active and u.active
       then array(select r.role from company_roles r where r.user_id = u.id
                  order by array_position(${[...companyRoles]}::text[], r.role))
       else '{}'::text[] end`

/** Returns the permissions of a user together with those of the user's roles in the company. */
export function withCompanyPermissions(
  permissions: readonly string[],
  roles: readonly CompanyRole[],
): string[] {
  return [...permissions, ...companyPermissionsOf(roles)]
}

/**
 * Locks a company until the transaction ends, so that changes of its owners and seats run one after the other. Returns
 * false for an unknown company.
 */
export function lockCompany(tx: Transaction, partnerId: string): Promise<boolean> {
  return affects(tx)`select from partners where id = ${partnerId} for no key update`
}

/** Returns the stored roles, even if they are not in effect. */
export async function findCompanyRoles(db: Db, userId: string): Promise<CompanyRole[]> {
  const stored = await scalars<CompanyRole>(db)`
    select role from company_roles where user_id = ${userId}`
  return companyRoles.filter((role) => stored.includes(role))
}

/** Returns the stored roles of several users, even if they are not in effect. Users without a role are absent. */
export async function listCompanyRoles(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, CompanyRole[]>> {
  const stored = await rows<{ userId: string; roles: CompanyRole[] }>(db)`
    select user_id, array_agg(role) as roles from company_roles
    where user_id = any(${[...userIds]}::uuid[]) group by user_id`
  return new Map(
    stored.map(({ userId, roles }) => [
      userId,
      companyRoles.filter((role) => roles.includes(role)),
    ]),
  )
}

/** Replaces the roles of a user. Roles that the user already has keep the time at which they were granted. */
export async function replaceCompanyRoles(
  tx: Transaction,
  userId: string,
  roles: readonly CompanyRole[],
  givenBy: string,
): Promise<void> {
  await run(tx)`
    delete from company_roles where user_id = ${userId} and role <> all(${[...roles]}::text[])`
  await run(tx)`
    insert into company_roles (user_id, role, given_by)
    select ${userId}::uuid, unnest(${[...roles]}::text[]), ${givenBy}
    on conflict (user_id, role) do nothing`
}

/**
 * Returns true if an active user other than this one owns the company. Call `lockCompany` first, so that two concurrent
 * calls cannot remove the last two owners.
 */
export function hasOtherOwner(db: Db, partnerId: string, userId: string): Promise<boolean> {
  return affects(db)`
    select from company_roles r join users u on u.id = r.user_id
    where r.partner_id = ${partnerId} and u.active and r.role = 'owner' and u.id <> ${userId} limit 1`
}

/** Returns true if an active user owns the company. */
export function hasOwner(db: Db, partnerId: string): Promise<boolean> {
  // No user has the placeholder id, so no owner is left out.
  return hasOtherOwner(db, partnerId, placeholderId)
}

export type Administrator = { id: string; name: string; roles: CompanyRole[] }

/** Lists the active users with a role in a company, owners first. */
export function listAdministrators(db: Db, partnerId: string): Promise<Administrator[]> {
  const position = sql`array_position(${[...companyRoles]}::text[], r.role)`
  return rows<Administrator>(db)`
    select u.id, ${fullNameIn(sql`u`)} as name, array_agg(r.role order by ${position}) as roles
    from company_roles r join users u on u.id = r.user_id
    where r.partner_id = ${partnerId} and u.active
    group by u.id order by min(${position}), u.lastname ${byName}, u.firstname ${byName}, u.id`
}

/** A company that may have administrators of its own, with the limits set by the provider. */
export type Delegation = {
  partnerId: string
  name: string
  /** Maximum number of seats; null for no limit. */
  seats: number | null
  /** Ids of the platforms to which its administrators may grant access. */
  subsystems: string[]
  /** Months between access reviews; null for no reviews. */
  reviewMonths: number | null
  /** True if overdue reviews remove undecided access. */
  reviewStrict: boolean
}

/**
 * Returns the company of a caller with a company permission. It is always derived from the caller; calls have no
 * parameter for it. Throws 403001 if the provider has just ended the delegation.
 */
export async function getDelegation(db: Db, userId: string): Promise<Delegation> {
  const delegation = await row<Delegation>(db)`
    select p.id as partner_id, p.name, p.seats, p.review_months, p.review_strict,
           array(select s.id from subsystems s
                 where s.active and coalesce(s.id = any(p.subsystems), s.offered_to_all)
                   and coalesce(s.id = any(p.delegated_subsystems), true)
                 order by s.id) as subsystems
    from users u join partners p on p.id = u.partner_id
    where u.id = ${userId} and p.delegated and p.active`
  if (!delegation) throw new Refusal(commonErrors.forbidden)
  return delegation
}

/** Counts the seats in use: active users, and email addresses with an invitation that can still be accepted. */
export async function countSeats(db: Db, partnerId: string): Promise<number> {
  const count = await scalar<number>(db)`
    select (select count(*) from users where partner_id = ${partnerId} and active)
         + (select count(distinct i.email) from invitations i
            where i.partner_id = ${partnerId} and i.accepted_at is null and i.revoked_at is null
              and exists (select from one_time_links l where l.invitation_id = i.id
                          and l.voided_at is null and l.expires_at > now())
              and not exists (select from users u
                              where u.email = i.email and u.partner_id = ${partnerId} and u.active))`
  return count ?? 0
}

/**
 * Throws `beyondDelegation` if more seats are in use than the provider allows. Lock the company, make the change, then
 * call it.
 */
export async function requireSeats(
  tx: Transaction,
  { partnerId, seats }: Pick<Delegation, 'partnerId' | 'seats'>,
): Promise<void> {
  if (seats !== null && (await countSeats(tx, partnerId)) > seats)
    throw new Refusal(errorCodes.beyondDelegation)
}
