import { foldText } from '#contract/fold-text.ts'
import type { Reply } from '#contract/endpoint.ts'
import { seesAdmins } from '#domain/audit/audit-entries.ts'
import { selectMatching, selectRequestIds } from '#domain/audit/audit-select.ts'
import { beginning, containing, lengthOf, minPartLength } from '#domain/lists/search-text.ts'
import { findClientRefusals } from '#domain/platforms/client-refusal.ts'
import { listUserIds } from '#domain/lists/user-list.ts'
import type { AdminCaller } from '#server/caller.ts'
import { fullNameIn } from '#domain/accounts/full-name.ts'
import { rows, scalars, sql, transaction, type Db } from '#server/db.ts'
import { listRefusedRequests, type suggest as endpoint } from './contract.ts'

type Suggestions = Reply<typeof endpoint>

/** Maximum number of suggestions of each kind. */
const limit = 6
/** Number of latest entries searched for IP addresses, which have no index of their parts. */
const scannedEntries = 5_000

/** Returns possible filters for a text. Contains only names that the reader can also see in the log. */
export async function suggest(db: Db, caller: AdminCaller, q: string): Promise<Suggestions> {
  const text = foldText(q)
  const mayReadAdmins = seesAdmins(caller)
  const [users, companies, admins, addresses, requests, refusedRequests] = await Promise.all([
    suggestUsers(db, q),
    suggestCompanies(db, text),
    mayReadAdmins ? suggestAdmins(db, text) : [],
    suggestAddresses(db, q.toLowerCase(), mayReadAdmins),
    suggestRequests(db, q.toLowerCase(), mayReadAdmins),
    seesRefusals(caller) ? suggestRefusedRequests(db, q.toLowerCase()) : [],
  ])
  const ids = [...new Set([...requests, ...refusedRequests])].slice(0, limit)
  return { users, companies, admins, addresses, requests: ids }
}

function patternOf(text: string): string {
  return lengthOf(text) < minPartLength ? beginning(text) : containing(text)
}

/** Searches users as the user list does, including deactivated users. */
function suggestUsers(db: Db, q: string): Promise<Suggestions['users']> {
  return transaction(db, async (tx) => {
    const page = { take: limit, after: undefined }
    const { ids } = await listUserIds(tx, 'all', { q, includeInactive: 'true' }, page)
    return rows<Suggestions['users'][number]>(tx)`
      select u.id, ${fullNameIn(sql`u`)} as name, coalesce(p.name, '') as note
      from unnest(${ids}::uuid[]) with ordinality listed (id, place)
      join users u on u.id = listed.id left join partners p on p.id = u.partner_id
      order by listed.place`
  })
}

function suggestCompanies(db: Db, text: string) {
  return rows<Suggestions['companies'][number]>(db)`
    select id, name, '' as note from partners where search_text like ${patternOf(text)} limit ${limit}`
}

/** Filters all admins in memory, because few exist. A Chinese name also matches with the first name first. */
async function suggestAdmins(db: Db, text: string) {
  const all = await rows<Suggestions['admins'][number] & { email: string; typedName: string }>(db)`
    select id, ${fullNameIn(sql`admins`)} as name, firstname || ' ' || lastname as typed_name, email, '' as note
    from admins order by lastname`
  const matches = all.filter(({ name, typedName, email }) =>
    foldText(`${name} ${typedName} ${email}`).includes(text),
  )
  return matches.slice(0, limit)
}

function suggestAddresses(db: Db, typed: string, mayReadAdmins: boolean): Promise<string[]> {
  if (!/^(?=.*[0-9])[0-9a-f:.]{2,45}$/.test(typed)) return Promise.resolve([])
  const page = { take: scannedEntries, after: undefined }
  return scalars<string>(db)`
    select distinct ip_address from ${selectMatching({ seesAdmins: mayReadAdmins }, page)} latest
    where starts_with(ip_address, ${typed}) limit ${limit}`
}

/** Finds request ids by their first characters, for example the part that a user reads out. */
function suggestRequests(db: Db, typed: string, mayReadAdmins: boolean): Promise<string[]> {
  if (!beginningOfId.test(typed)) return Promise.resolve([])
  return scalars<string>(db)`${selectRequestIds(typed, { seesAdmins: mayReadAdmins }, limit)}`
}

const beginningOfId = /^(?=.*\d)[0-9a-f-]{8,64}$/

function seesRefusals({ permissions }: AdminCaller): boolean {
  return listRefusedRequests.access.adminWithAnyOf.some((each) => permissions.includes(each))
}

async function suggestRefusedRequests(db: Db, typed: string): Promise<string[]> {
  if (!beginningOfId.test(typed)) return []
  const refusals = await findClientRefusals(db, typed, limit)
  return refusals.map(({ requestId }) => requestId)
}
