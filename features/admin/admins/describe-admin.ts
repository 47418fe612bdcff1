import type { Sql } from 'sql-template-tag'
import { fullNameIn } from '#domain/accounts/full-name.ts'
import { row, rows, sql, type Db } from '#server/db.ts'
import type { AdminDetailsReply } from './contract.ts'
import { findAdminUser } from './list.ts'

type Details = Omit<AdminDetailsReply, keyof Awaited<ReturnType<typeof findAdminUser>>>
type Invitation = NonNullable<Details['invitation']>

/** Returns an SQL expression for the name of the admin with this id. */
const nameOf = (id: Sql) => sql`
  (select ${fullNameIn(sql`d`)} from admins d where d.id::text = ${id})`

/** Returns the details of an admin that the admin's page shows. */
export async function describeAdmin(db: Db, id: string): Promise<AdminDetailsReply> {
  const [admin, facts, invitation, grants] = await Promise.all([
    findAdminUser(db, id),
    findFacts(db, id),
    findInvitation(db, id),
    findGrants(db, id),
  ])
  return { ...admin, ...facts, invitation: invitation ?? null, grants }
}

async function findFacts(db: Db, id: string) {
  const facts = await row<Pick<Details, 'createdAt' | 'createdBy' | 'secondFactorSince'>>(db)`
    select a.created_at,
           (select ${nameOf(sql`l.actor_id`)} from audit_log l
            where l.target_id = a.id::text and l.action = 'admin_added' and l.actor_kind = 'admin'
            order by l.timestamp desc limit 1) as created_by,
           greatest((select f.confirmed_at from second_factors f where f.user_id = a.id and f.disabled_at is null),
                    (select max(k.created_at) from passkeys k where k.user_id = a.id and k.disabled_at is null))
             as second_factor_since
    from admins a where a.id = ${id}`
  if (!facts) throw new Error(`no admin ${id}`)
  return facts
}

/** Returns the newest set-up link; undefined if it was used, or if there is none. */
function findInvitation(db: Db, id: string) {
  // `created_by` is `admin:<id>` or `system`.
  return row<Invitation>(db)`
    select case when l.voided_at is not null then 'revoked' when l.expires_at <= now() then 'expired' else 'open' end
             as state,
           l.created_at as sent_at, ${nameOf(sql`split_part(l.created_by, ':', 2)`)} as sent_by, l.expires_at
    from (select * from one_time_links where user_id = ${id} and kind = 'admin-set-up'
          order by created_at desc limit 1) l
    where l.used_at is null`
}

/** Returns the grants of the roles. The audit row has the same timestamp as its grant (same transaction). */
function findGrants(db: Db, id: string) {
  return rows<Details['grants'][number]>(db)`
    select r.role, r.given_at,
           (select ${nameOf(sql`l.actor_id`)} from audit_log l
            where l.target_id = r.admin_id::text and l.timestamp = r.given_at and l.actor_kind = 'admin'
              and l.action in ('admin_added', 'admin_roles_changed') limit 1) as given_by
    from admin_roles r where r.admin_id = ${id} order by r.given_at, r.role`
}
