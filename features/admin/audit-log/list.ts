import type { Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { rows, run, scalar, transaction, type Db, type Transaction } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { listEntries } from './contract.ts'
import { selectMatching } from './select-matching.ts'
import type { Search } from './search.ts'

export type Entry = Reply<typeof listEntries>[number]
export type ListedEntry = Entry & { key: string[] }
type Row = Omit<ListedEntry, 'timestamp'> & { timestamp: Date }

/** The entries before a position, the latest first; an index holds them in this order for every filter. */
export async function listEntriesOf(db: Db, search: Search, page: Page): Promise<ListedEntry[]> {
  const { found, names } = await transaction(db, async (tx) => {
    await forceGenericPlan(tx)
    const found = await rows<Row>(tx)`
      select a.id, a.actor_kind, a.actor_id as user_id, a.target_id, a.action, a.data, a.ip_address, a.timestamp,
             array[a.timestamp::text, a.id::text] as key, a.sub_system, a.request_id
      from ${selectMatching(search, page)} a
      order by a.timestamp desc, a.id desc limit ${page.take}`
    return { found, names: await namesOf(tx, found) }
  })
  return found.map((each) => ({
    ...each,
    user: names.get(each.userId ?? '') ?? '',
    target: names.get(each.targetId ?? '') ?? '',
    timestamp: each.timestamp.toISOString(),
  }))
}

const maxCount = 1_000

/** Entries since then, at most 1000, without the admin's own searches. */
export async function countSince(
  db: Db,
  search: Search,
  { after, adminId }: { after: string; adminId: string },
): Promise<number> {
  const later = { ...search, startDate: new Date(Date.parse(after) + 1).toISOString() }
  const count = await transaction(db, async (tx) => {
    await forceGenericPlan(tx)
    return scalar<number>(tx)`
      select count(*)::int
      from (select from ${selectMatching(later, { take: maxCount, after: undefined })} a
            where a.action <> 'audit_log_searched' or a.actor_id is distinct from ${adminId}
            limit ${maxCount}) counted`
  })
  return count ?? 0
}

/** One plan is good for all values, and planning takes longer than the query. */
async function forceGenericPlan(tx: Transaction): Promise<void> {
  await run(tx)`set local plan_cache_mode = force_generic_plan`
}

type Ids = { userId: string | null; targetId: string | null }

/** The names of users, admins and companies by id. The log itself holds only ids, so that users can be erased. */
async function namesOf(db: Db, entries: readonly Ids[]): Promise<Map<string, string>> {
  const ids = new Set(entries.flatMap(({ userId, targetId }) => [userId, targetId]))
  const known = [...ids].filter((id) => id !== null && isId(id))
  if (known.length === 0) return new Map()
  const found = await rows<{ id: string; name: string }>(db)`
    select id, firstname || ' ' || lastname as name from users where id = any(${known}::uuid[])
    union all
    select id, firstname || ' ' || lastname from admins where id = any(${known}::uuid[])
    union all
    select id, name from partners where id = any(${known}::uuid[])`
  return new Map(found.map(({ id, name }) => [id, name]))
}
