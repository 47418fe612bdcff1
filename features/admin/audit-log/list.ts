import type { Reply } from '#contract/endpoint.ts'
import { row, rows, run, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import type { listEntries } from './contract.ts'
import { matching, type Key } from './matching.ts'
import { namesOf } from './people.ts'
import type { Search } from './search.ts'

export type Entry = Reply<typeof listEntries>[number]
export type Keyed = Entry & { key: Key }
type Found = Omit<Entry, 'timestamp'> & { timestamp: Date; exact: string }

/** Rows behind a place, the latest first. Whatever the filter, an index holds them in this order. */
export async function listOf(
  db: Db,
  search: Search,
  { take, after }: { take: number; after: Key | undefined },
): Promise<Keyed[]> {
  const { found, names } = await transaction(db, async (tx) => {
    await planOnce(tx)
    const found = await rows<Found>(
      tx,
      sql`
      select a.id, a.actor_kind, a.actor_id as user_id, a.target_id, a.action, a.data, a.ip_address, a.timestamp,
             a.timestamp::text as exact, a.sub_system, a.request_id
      from ${matching(search, { take, before: after })} a
      order by a.timestamp desc, a.id desc limit ${take}`,
    )
    return { found, names: await namesOf(tx, found) }
  })
  return found.map(({ exact, ...each }) => ({
    ...each,
    user: names.get(each.userId ?? '') ?? '',
    target: names.get(each.targetId ?? '') ?? '',
    timestamp: each.timestamp.toISOString(),
    key: [exact, each.id],
  }))
}

const mostCounted = 1_000

/** How many came since; beyond a thousand the number says nothing more. Searching is no news to who searched. */
export async function countSince(
  db: Db,
  search: Search,
  { after, adminId }: { after: string; adminId: string },
): Promise<number> {
  const later = { ...search, startDate: new Date(Date.parse(after) + 1).toISOString() }
  const found = await transaction(db, async (tx) => {
    await planOnce(tx)
    return row<{ count: number }>(
      tx,
      sql`
      select count(*)::int as count
      from (select from ${matching(later, { take: mostCounted, before: undefined })} a
            where a.action <> 'audit_log_searched' or a.actor_id is distinct from ${adminId}
            limit ${mostCounted}) counted`,
    )
  })
  return found?.count ?? 0
}

/** There is one good plan whatever the values are, and finding it takes longer than carrying it out. */
async function planOnce(tx: Transaction): Promise<void> {
  await run(tx, sql`set local plan_cache_mode = force_generic_plan`)
}
