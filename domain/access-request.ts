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
import type { Recipient } from './mail.ts'

/** Users' requests for access to a platform, which administrators of their company decide (table access_requests). */

export type AccessRequest = {
  id: string
  userId: string
  subsystemId: string
  reason: string
  askedAt: Date
}

/** The id of the new request; undefined where one for the platform is open already. */
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

/** Of the last 24 hours. */
export async function countAccessRequests(tx: Transaction, userId: string): Promise<number> {
  const count = await scalar<number>(tx)`
    select count(*) from access_requests
    where user_id = ${userId} and asked_at > now() - interval '1 day'`
  return count ?? 0
}

/** For statements about `access_requests r`: open ones of a company. Who leaves it leaves none. */
export function isOpenRequestOf(partnerId: string): Sql {
  return sql`(r.partner_id = ${partnerId} and r.decided_at is null)`
}

export async function countOpenRequests(db: Db, partnerId: string): Promise<number> {
  const count = await scalar<number>(db)`
    select count(*) from access_requests r where ${isOpenRequestOf(partnerId)}`
  return count ?? 0
}

type FoundRequest = AccessRequest & { isOpen: boolean }

/** A request by a user of this company, decided or not. */
export function findAccessRequest(
  db: Db,
  partnerId: string,
  id: string,
): Promise<FoundRequest | undefined> {
  return row<FoundRequest>(db)`
    select r.id, r.user_id, r.subsystem_id, r.reason, r.asked_at, r.decided_at is null as is_open
    from access_requests r join users u on u.id = r.user_id
    where r.id = ${id} and r.partner_id = ${partnerId} and u.partner_id = ${partnerId}`
}

/** Decides a request, once: false when it was decided before. */
export function decideAccessRequest(
  tx: Transaction,
  id: string,
  { decision, by }: { decision: 'given' | 'refused'; by: string },
): Promise<boolean> {
  return affects(tx)`
    update access_requests set decision = ${decision}, decided_by = ${by}, decided_at = now()
    where id = ${id} and decided_at is null`
}

/** For a user who leaves the company: nobody decides them any more. */
export async function deleteOpenRequests(tx: Transaction, userId: string): Promise<void> {
  await run(tx)`delete from access_requests where user_id = ${userId} and decided_at is null`
}

const decidingRoles = companyRoles.filter((role) =>
  companyPermissionsOf([role]).includes('company_users'),
)

/** The active users who decide requests in a company that has administrators of its own. */
export function listRequestDeciders(db: Db, partnerId: string): Promise<Recipient[]> {
  return rows<Recipient>(db)`
    select u.id, u.email, u.preferred_language
    from users u join partners p on p.id = u.partner_id
    where p.id = ${partnerId} and p.delegated and p.active and u.active and exists (
      select from company_roles r
      where r.partner_id = p.id and r.user_id = u.id and r.role = any(${decidingRoles}::text[]))`
}

/** Companies with requests that those who decide were not mailed about. */
export function listCompaniesWithNewRequests(db: Db): Promise<string[]> {
  return scalars<string>(db)`
    select distinct r.partner_id from access_requests r
    where r.decided_at is null and r.mailed_at is null and r.partner_id is not null`
}

/** Marks the new requests of a locked company as mailed; false where a mail has gone out within the last hour. */
export function takeNewRequests(tx: Transaction, partnerId: string): Promise<boolean> {
  return affects(tx)`
    update access_requests r set mailed_at = now()
    where ${isOpenRequestOf(partnerId)} and r.mailed_at is null
      and not exists (
        select from access_requests other
        where other.partner_id = ${partnerId} and other.mailed_at > now() - interval '1 hour')`
}
