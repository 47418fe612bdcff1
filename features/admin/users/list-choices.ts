import type { Query, Reply } from '#contract/endpoint.ts'
import { fold } from '#contract/fold.ts'
import { beginning, containing } from '#domain/lists/search-text.ts'
import { byName } from '#server/collation.ts'
import { rows, type Db } from '#server/db.ts'
import type { listChoices as endpoint } from './contract.ts'

type Choices = Reply<typeof endpoint>

const maxCompanies = 20

/** Returns the first 20 companies that match by name or id, and all platforms. */
export async function listChoices(
  db: Db,
  { q = '', partner }: Query<typeof endpoint>,
): Promise<Choices> {
  const text = fold(q)
  const like = text === '' ? '%' : text.length < 3 ? beginning(text) : containing(text)
  const companies = await rows<Choices['companies'][number]>(db)`
    select id, name from partners
    where ${partner ?? null}::uuid = id or ${partner ?? null}::uuid is null and search_text like ${like}
    order by name ${byName}, id limit ${maxCompanies}`
  const platforms = await rows<Choices['platforms'][number]>(db)`
    select id, name from subsystems order by name ${byName}, id`
  return { companies, platforms }
}
