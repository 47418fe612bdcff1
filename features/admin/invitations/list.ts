import type { Query, Reply } from '#contract/endpoint.ts'
import { nameContains } from '#domain/companies/partner.ts'
import { byName } from '#server/collation.ts'
import { rows, type Db } from '#server/db.ts'
import type { listInvitingPartners } from './contract.ts'

type Company = Reply<typeof listInvitingPartners>[number]

/** Returns the first twenty active companies with a name that contains the text, or the company with the id. */
export function findInvitingPartners(
  db: Db,
  { q = '', id }: Query<typeof listInvitingPartners>,
): Promise<Company[]> {
  return rows<Company>(db)`
    select p.id, p.name, p.subsystems is null as has_all,
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'roles', s.roles) order by s.name ${byName}), '[]')
            from subsystems s
            where s.active and (p.subsystems is null or s.id = any(p.subsystems))) as subsystems
    from partners p
    where p.active and ${nameContains(q)} and (${id ?? null}::uuid is null or p.id = ${id ?? null})
    order by p.name ${byName}, p.id limit 20`
}
