import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { companyPermissionsOf, companyRoles } from '#contract/permission.ts'
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
import type { Recipient } from '../mail/mail.ts'

/**
 * Users' requests for access to a platform, decided by administrators of their company (table access_requests). A
 * trigger sets `partner_id` to the company of the user.
 */

export type AccessRequest = {
  id: string
  userId: string
  subsystemId: string
  reason: string
  askedAt: Date
}

/** Adds a request and returns its id, or undefined if the user already has an open request for the platform. */
export async function addAccessRequest(
  tx: Transaction,
  { userId, subsystemId, reason }: Pick<AccessRequest, 'userId' | 'subsystemId' | 'reason'>,
): Promise<string | undefined> {
  return scalar<string>(tx)`
    insert into access_requests (id, user_id, subsystem_id, reason)
    values (${randomUUIDv7()}, ${userId}, ${subsystemId}, ${reason})
    on conflict (user_id, subsystem_id) where decided_at is null do nothing
    returning id`
}

/** Counts a user's requests of the last 24 hours, decided ones included. */
export async function countAccessRequests(tx: Transaction, userId: string): Promise<number> {
  const count = await scalar<number>(tx)`
    select count(*) from access_requests
    where user_id = ${userId} and asked_at > now() - interval '1 day'`
  return count ?? 0
}

/** Returns the SQL condition on `access_requests r` for the undecided requests of a company. */
export function isOpenRequestOf(partnerId: string): Sql {
  return sql`(r.partner_id = ${partnerId} and r.decided_at is null)`
}

export async function countOpenRequests(db: Db, partnerId: string): Promise<number> {
  const count = await scalar<number>(db)`
    select count(*) from access_requests r where ${isOpenRequestOf(partnerId)}`
  return count ?? 0
}

type RequestOfCompany = AccessRequest & { isOpen: boolean }

/** Returns a request, decided or not, by a user who still belongs to this company; otherwise undefined. */
export function findAccessRequest(
  db: Db,
  partnerId: string,
  id: string,
): Promise<RequestOfCompany | undefined> {
  return row<RequestOfCompany>(db)`
    select r.id, r.user_id, r.subsystem_id, r.reason, r.asked_at, r.decided_at is null as is_open
    from access_requests r join users u on u.id = r.user_id
    where r.id = ${id} and r.partner_id = ${partnerId} and u.partner_id = ${partnerId}`
}

/** Records the decision; `by` is the actor as text (`actorText`). Returns false if the request was already decided. */
export function decideAccessRequest(
  tx: Transaction,
  id: string,
  { decision, by }: { decision: 'given' | 'refused'; by: string },
): Promise<boolean> {
  return affects(tx)`
    update access_requests set decision = ${decision}, decided_by = ${by}, decided_at = now()
    where id = ${id} and decided_at is null`
}

/** Deletes the open requests of a user who leaves the company, because its administrators can no longer decide them. */
export async function deleteOpenRequests(tx: Transaction, userId: string): Promise<void> {
  await run(tx)`delete from access_requests where user_id = ${userId} and decided_at is null`
}

const decidingRoles = companyRoles.filter((role) =>
  companyPermissionsOf([role]).includes('company_users'),
)

/**
 * Lists the active users who may decide requests in a company; none if the company has no administrators of its own.
 */
export function listRequestDeciders(db: Db, partnerId: string): Promise<Recipient[]> {
  return rows<Recipient>(db)`
    select u.id, u.email, u.preferred_language
    from users u join partners p on p.id = u.partner_id
    where p.id = ${partnerId} and p.delegated and p.active and u.active and exists (
      select from company_roles r
      where r.partner_id = p.id and r.user_id = u.id and r.role = any(${decidingRoles}::text[]))`
}

/** Lists the companies with open requests that their administrators have not been emailed about. */
export function listCompaniesWithNewRequests(db: Db): Promise<string[]> {
  return scalars<string>(db)`
    select distinct r.partner_id from access_requests r
    where r.decided_at is null and r.mailed_at is null and r.partner_id is not null`
}

/**
 * Marks the new requests of a company as emailed. Returns false if there are none, or if the company's administrators
 * were emailed within the last hour. Lock the company first.
 */
export function takeNewRequests(tx: Transaction, partnerId: string): Promise<boolean> {
  return affects(tx)`
    update access_requests r set mailed_at = now()
    where ${isOpenRequestOf(partnerId)} and r.mailed_at is null
      and not exists (
        select from access_requests other
        where other.partner_id = ${partnerId} and other.mailed_at > now() - interval '1 hour')`
}
