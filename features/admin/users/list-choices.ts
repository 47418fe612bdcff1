import type { Query, Reply } from '#contract/endpoint.ts'
import { foldText } from '#contract/fold-text.ts'
import { beginning, containing, minPartLength } from '#domain/lists/search-text.ts'
import { byName } from '#server/collation.ts'
import { rows, type Db } from '#server/db.ts'
import type { listChoices as endpoint } from './contract.ts'

type Choices = Reply<typeof endpoint>

const maxCompanies = 20

/**
 * Returns all platforms, and the company with the id `partner`. Without an id, returns the first 20 companies whose
 * name contains `q`, or begins with a `q` of one or two letters.
 */
export async function listChoices(
  db: Db,
  { q = '', partner }: Query<typeof endpoint>,
): Promise<Choices> {
  const text = foldText(q)
  const matchesAnywhere = text === '' || text.length >= minPartLength
  const like = matchesAnywhere ? containing(text) : beginning(text)
  const companies = await rows<Choices['companies'][number]>(db)`
    select id, name from partners
    where id = ${partner}::uuid or (${partner}::uuid is null and search_text like ${like})
    order by name ${byName}, id limit ${maxCompanies}`
  const platforms = await rows<Choices['platforms'][number]>(db)`
    select id, name from subsystems order by name ${byName}, id`
  return { companies, platforms }
}
