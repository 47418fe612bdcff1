import type { Sql } from 'sql-template-tag'
import type { Query, Reply } from '#contract/endpoint.ts'
import { etagOf } from '#contract/fields.ts'
import { allowRulesOf, isDormant, nameContains } from '#domain/partner.ts'
import { byName } from '#server/collation.ts'
import { rows, scalar, sql, type Db } from '#server/db.ts'
import type { Total } from '#contract/list.ts'
import { countRows, type Page } from '#server/paging.ts'
import type { listPartners } from './contract.ts'

type Company = Reply<typeof listPartners>[number]
type ListedCompany = Company & { key: string[] }

type Filters = Pick<Query<typeof listPartners>, 'q' | 'state' | 'platform' | 'noLoginFor'>

/** Sorted by name; one more than the page shows. */
export function findCompanies(db: Db, filters: Filters, { take, after }: Page) {
  const [name = '', id = null] = after ?? []
  return selectCompanies(
    db,
    sql`
    where ${meets(filters)}
      and (${id}::uuid is null or (p.name ${byName}, p.id) > (${name}, ${id}::uuid))
    order by p.name ${byName}, p.id limit ${take}`,
  )
}

/** For statements about `partners p`. */
export function meets({ q = '', state, platform, noLoginFor }: Filters): Sql {
  return sql`${nameContains(q)}
    ${state === undefined ? sql`` : sql`and p.active = ${state === 'active'}`}
    ${platform === undefined ? sql`` : sql`and (p.subsystems is null or ${platform} = any(p.subsystems))`}
    ${noLoginFor === undefined ? sql`` : sql`and ${isDormant(Number(noLoginFor))}`}`
}

export function countCompanies(db: Db, filters: Filters): Promise<Total> {
  return countRows(db, sql`1 from partners p where ${meets(filters)}`)
}

export async function findCompany(db: Db, id: string): Promise<Company | undefined> {
  const [found] = await selectCompanies(db, sql`where p.id = ${id}`)
  return found
}

/** Open sessions of the company's users. */
export async function countSessions(db: Db, partnerId: string): Promise<number> {
  const count = await scalar<number>(db)`
    select count(*) from sessions s join users u on u.id = s.user_id
    where u.partner_id = ${partnerId} and s.expires_at > now()`
  return count ?? 0
}

async function selectCompanies(db: Db, which: Sql): Promise<ListedCompany[]> {
  const found = await rows<Omit<ListedCompany, 'etag'> & { version: number }>(db)`
    select p.id, p.name, p.active, p.version, array[p.name, p.id::text] as key,
           p.subsystems,
           ${allowRulesOf} as ip_allow_rules,
           (select max(u.last_login_at) from users u where u.partner_id = p.id) as last_login,
           (select count(*) from users u where u.partner_id = p.id) as people
    from partners p ${which}`
  return found.map(({ version, ...company }) => ({ ...company, etag: etagOf(version) }))
}
