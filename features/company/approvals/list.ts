import type { Sql } from 'sql-template-tag'
import { isOpenApproval } from '#domain/approvals/approval.ts'
import { standingOf } from '#domain/approvals/standing.ts'
import { nameOfColleagueIn } from '#domain/companies/colleague.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { db, rows, sql } from '#server/db.ts'
import type { Recovery } from './contract.ts'

type Times = 'askedAt' | 'notBefore' | 'expiresAt'
type Row = Omit<Recovery, Times> & Record<Times, Date>

/** Returns SQL for the name of the actor with this kind and id; empty unless the actor is a user of the company. */
function nameOf(kind: Sql, id: Sql): Sql {
  return sql`coalesce(${nameOfColleagueIn(sql`(${kind} || ':' || ${id})`, sql`a.partner_id`)}, '')`
}

/**
 * Returns the latest 100 open recoveries of the caller's company, the latest first, or only the one with the given id.
 * A recovery is an approval of the kind `replace-factors`.
 */
export async function findRecoveries(callerId: string, id?: string): Promise<Row[]> {
  const { partnerId } = await getDelegation(db, callerId)
  const standing = standingOf({ kind: 'user', id: callerId })
  // substring() returns null for a target that is not a user id, where the cast alone would fail.
  return rows<Row>(db)`
    select a.id, case when a.decided_at is null then 'asked' else 'waiting' end as state,
           json_build_object('id', u.id, 'firstname', u.firstname, 'lastname', u.lastname, 'email', u.email) as user,
           ${nameOf(sql`a.asked_kind`, sql`a.asked_by`)} as asked_by, a.reason,
           coalesce(a.proposal->>'phone', '') as phone, a.asked_at, a.not_before, a.expires_at,
           ${nameOf(sql`a.decided_kind`, sql`a.decided_by`)} as decided_by,
           a.decided_at is null and ${standing.mayDecide} as may_decide,
           a.decided_at is null and ${standing.mayRefuse} as may_refuse
    from approvals a
         join users u on u.id = substring(a.target_id from '^[0-9a-f-]{36}$')::uuid and u.partner_id = a.partner_id
         ${standing.join}
    where a.partner_id = ${partnerId} and a.kind = 'replace-factors' and ${isOpenApproval}
      and ${id === undefined ? sql`true` : sql`a.id = ${id}`}
    order by a.asked_at desc, a.id desc limit 100`
}
