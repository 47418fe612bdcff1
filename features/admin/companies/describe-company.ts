import type { Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { rows, type Db } from '#server/db.ts'
import type { getPartner, listAddresses } from './contract.ts'
import { countSessions, findCompany, type ListedCompany } from './list.ts'

type Details = Reply<typeof getPartner>

/** Returns a company. Throws 404001 for an unknown id. */
export async function requireCompany(db: Db, id: string): Promise<ListedCompany> {
  const company = isId(id) ? await findCompany(db, id) : undefined
  if (!company) throw new Refusal(commonErrors.notFound)
  return company
}

/** Returns a company with all details for an admin. Throws 404001 for an unknown id. */
export async function describeCompany(db: Db, id: string) {
  const company = await requireCompany(db, id)
  const [openSessions, platformUsers] = await Promise.all([
    countSessions(db, id),
    rows<Details['platformUsers'][number]>(db)`
      select a.subsystem_id as id, count(*)::int as users
      from users u join subsystem_accounts a on a.user_id = u.id and a.active
      where u.partner_id = ${id} group by a.subsystem_id order by a.subsystem_id`,
  ])
  return { ...company, effect: { openSessions }, platformUsers }
}

type Address = Omit<Reply<typeof listAddresses>[number], 'lastLogin'> & { lastLogin: Date }

const maxEvents = 20_000
const maxAddresses = 8

/**
 * Returns the addresses from which the company's users logged in during the last month, in the form that network rules
 * use. Throws 404001 for an unknown company.
 */
export async function findAddresses(db: Db, id: string): Promise<Address[]> {
  await requireCompany(db, id)
  return rows<Address>(db)`
    select host(address_of(e.ip_address)) as ip_address, count(distinct e.actor_id)::int as people,
           max(e.timestamp) as last_login
    from (select * from audit_log
          where company_id = ${id} and timestamp > now() - interval '1 month'
          order by timestamp desc limit ${maxEvents}) e
    where e.action = 'login_succeeded' and address_of(e.ip_address) is not null
    group by 1 order by 2 desc, 3 desc limit ${maxAddresses}`
}
