import type { Query, Reply } from '#contract/endpoint.ts'
import { nameContains } from '#domain/companies/partner.ts'
import { byName } from '#server/collation.ts'
import { rows, sql, type Db } from '#server/db.ts'
import type { listInvitingPartners } from './contract.ts'

type Company = Reply<typeof listInvitingPartners>[number]

/** Number of users of a company who are enough to know what most of them have. */
const maxCounted = 1_000

/** Counts up to `maxCounted` active users of company `p`, and those of them who can open each platform. */
const usage = sql`
  (with counted as (select u.id from users u where u.partner_id = p.id and u.active limit ${maxCounted})
   select json_build_object(
     'users', (select count(*) from counted),
     'platforms', (select coalesce(json_agg(json_build_object('id', a.subsystem_id, 'users', a.users)), '[]')
                   from (select a.subsystem_id, count(*) as users
                         from counted c join subsystem_accounts a on a.user_id = c.id and a.active
                         group by a.subsystem_id order by a.subsystem_id) a)))`

/** Returns the first twenty active companies with a name that contains the text, or the company with the id. */
export function findInvitingPartners(
  db: Db,
  { q = '', id }: Query<typeof listInvitingPartners>,
): Promise<Company[]> {
  return rows<Company>(db)`
    select p.id, p.name, p.subsystems is null as has_all,
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'roles', s.roles) order by s.name ${byName}), '[]')
            from subsystems s
            where s.active and coalesce(s.id = any(p.subsystems), s.offered_to_all)) as subsystems,
           ${id === undefined ? sql`null::json` : usage} as usage
    from partners p
    where p.active and ${nameContains(q)} and (${id ?? null}::uuid is null or p.id = ${id ?? null})
    order by p.name ${byName}, p.id limit 20`
}
