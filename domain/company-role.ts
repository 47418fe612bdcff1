import type { Sql } from 'sql-template-tag'
import { companyPermissionsOf, companyRoles, type CompanyRole } from '#contract/permission.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { affects, row, run, scalar, scalars, sql, type Db, type Transaction } from '#server/db.ts'

/**
 * Roles of a company's own administrators (table company_roles). They count while the provider lets the company have
 * administrators (`partners.delegated`).
 */

/** For statements about `users u` and the company `p`: the roles that count now. */
export const companyRolesOf: Sql = sql`
  case when p.delegated and p.active and u.active
       then array(select r.role from company_roles r where r.user_id = u.id
                  order by array_position(${[...companyRoles]}::text[], r.role))
       else '{}'::text[] end`

/** Adds to the permissions of a user those of the roles in their company. */
export function withCompanyPermissions(
  permissions: readonly string[],
  roles: readonly CompanyRole[],
): string[] {
  return [...permissions, ...companyPermissionsOf(roles)]
}

/** Locks a company until the transaction ends: its owners and its seats change one call at a time. False for an unknown one. */
export function lockCompany(tx: Transaction, partnerId: string): Promise<boolean> {
  return affects(tx)`select from partners where id = ${partnerId} for no key update`
}

/** The stored roles, whether or not they count now. */
export async function findCompanyRoles(db: Db, userId: string): Promise<CompanyRole[]> {
  const found = await scalars<CompanyRole>(db)`
    select role from company_roles where user_id = ${userId}`
  return companyRoles.filter((role) => found.includes(role))
}

/** Replaces the roles of a user; those that stay keep the time since when they are held. */
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

/** Whether an active user other than this one owns the company. After `lockCompany`: of two, one stays. */
export function hasOtherOwner(tx: Db, partnerId: string, userId: string): Promise<boolean> {
  return affects(tx)`
    select from company_roles r join users u on u.id = r.user_id
    where r.partner_id = ${partnerId} and u.active and r.role = 'owner' and u.id <> ${userId} limit 1`
}

/** A user's company, if one may have administrators of its own, with the limits that the provider set. */
export type Delegation = {
  partnerId: string
  name: string
  seats: number | null
  /** The platforms that its administrators may give. */
  subsystems: string[]
  reviewMonths: number | null
  reviewStrict: boolean
}

/**
 * The company of a caller with a company permission; the company is never a parameter of a call. Throws 403001 where the
 * provider has ended the delegation a moment ago.
 */
export async function getDelegation(db: Db, userId: string): Promise<Delegation> {
  const found = await row<Delegation>(db)`
    select p.id as partner_id, p.name, p.seats, p.review_months, p.review_strict,
           array(select s.id from subsystems s
                 where s.active and coalesce(s.id = any(p.subsystems), true)
                   and coalesce(s.id = any(p.delegated_subsystems), true)
                 order by s.id) as subsystems
    from users u join partners p on p.id = u.partner_id
    where u.id = ${userId} and p.delegated and p.active`
  if (!found) throw new Refusal(commonErrors.forbidden)
  return found
}

/** Seats in use: active users, and addresses with an invitation that can still be accepted. */
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
 * After a change that takes a seat, of a company that is locked: throws `beyondDelegation` when more are in use than the
 * provider allows.
 */
export async function requireSeats(
  tx: Transaction,
  { partnerId, seats }: Pick<Delegation, 'partnerId' | 'seats'>,
): Promise<void> {
  if (seats !== null && (await countSeats(tx, partnerId)) > seats)
    throw new Refusal(errorCodes.beyondDelegation)
}
