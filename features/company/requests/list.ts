import { nameOfColleagueIn } from '#domain/companies/colleague.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { db, rows, sql } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { requestStates, ListedRequest } from './contract.ts'

type Row = Omit<ListedRequest, 'askedAt' | 'decidedAt'> & {
  key: string[]
  askedAt: Date
  decidedAt: Date | null
}

/** Returns a page of requests, the latest first. */
export async function findRequests(
  callerId: string,
  state: (typeof requestStates)[number] | undefined,
  { take, after }: Page,
): Promise<Row[]> {
  const { partnerId, subsystems } = await getDelegation(db, callerId)
  const isOpen = sql`r.decided_at is null`
  const conditions = { open: isOpen, decided: sql`not (${isOpen})` }
  // `is true` makes the planner start with the company's requests, not with all users of the company.
  return rows<Row>(db)`
    select r.id, array[r.asked_at::text, r.id::text] as key, r.reason, r.asked_at, r.decision, r.decided_at,
           json_build_object('id', u.id, 'firstname', u.firstname, 'lastname', u.lastname, 'email', u.email) as user,
           json_build_object('id', s.id, 'name', s.name) as platform,
           coalesce(${nameOfColleagueIn(sql`r.decided_by`, sql`${partnerId}`)}, '') as decided_by,
           ${isOpen} and u.id <> ${callerId} and s.id = any(${subsystems}::text[]) as may_decide
    from access_requests r join users u on u.id = r.user_id join subsystems s on s.id = r.subsystem_id
    where r.partner_id = ${partnerId} and (u.partner_id = ${partnerId}) is true
      and ${state ? conditions[state] : sql`true`}
      and ${after ? sql`(r.asked_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by r.asked_at desc, r.id desc limit ${take}`
}
