import type { Sql } from 'sql-template-tag'
import type { Reply } from '#contract/endpoint.ts'
import { adminArea } from '#domain/audit.ts'
import { row, rows, sql, type Db } from '#server/db.ts'
import type { listEntries } from './contract.ts'
import { namesOf } from './people.ts'
import type { Search } from './search.ts'

export type Entry = Reply<typeof listEntries>[number]
/** The place of a row in the list: its time to the microsecond, and its id. */
export type Key = readonly [timestamp: string, id: string]
export type Keyed = Entry & { key: Key }
type Found = Omit<Entry, 'timestamp'> & { timestamp: Date; exact: string }

const columns = sql`
  a.id, a.timestamp, a.actor_kind, a.actor_id, a.target_id, a.action, a.data, a.ip_address, a.sub_system,
  a.request_id`

/** Rows behind a place, the latest first. Whatever the filter, an index holds them in this order. */
export async function listOf(
  db: Db,
  search: Search,
  { take, after }: { take: number; after: Key | undefined },
): Promise<Keyed[]> {
  const found = await rows<Found>(
    db,
    sql`
    select a.id, a.actor_kind, a.actor_id as user_id, a.target_id, a.action, a.data, a.ip_address, a.timestamp,
           a.timestamp::text as exact, a.sub_system, a.request_id
    from ${matching(search, behind(after), take)} a
    order by a.timestamp desc, a.id desc limit ${take}`,
  )
  const names = await namesOf(db, found)
  return found.map(({ exact, ...each }) => ({
    ...each,
    user: names.get(each.userId ?? '') ?? '',
    target: names.get(each.targetId ?? '') ?? '',
    timestamp: each.timestamp.toISOString(),
    key: [exact, each.id],
  }))
}

/** How many came since; beyond a thousand the number says nothing more. Searching is no news to who searched. */
export async function countSince(
  db: Db,
  search: Search,
  { after, adminId }: { after: string; adminId: string },
): Promise<number> {
  const since = sql`
    a.timestamp >= ${after}::timestamptz + interval '1 millisecond'
    and (a.action <> 'audit_log_searched' or a.actor_id is distinct from ${adminId})`
  const found = await row<{ count: number }>(
    db,
    sql`
    select count(*)::int as count
    from (select from ${matching(search, since, 1000)} b limit 1000) counted`,
  )
  return found?.count ?? 0
}

/**
 * One index scan for each wanted action and each way of being part of it, each of them no longer than what is
 * shown: a filter by several of them is as fast as by one.
 */
function matching(search: Search, place: Sql, take: number): Sql {
  const { actions, who } = search
  const part = (extra: Sql) => sql`
    (select ${columns} from audit_log a where ${conditions(search)} and ${place} and ${extra}
     order by a.timestamp desc, a.id desc limit ${take})`
  const byAction = actions ? sql`a.action = wanted.action` : sql`true`
  const parts = who
    ? sql`(${part(sql`a.actor_id = person.id and ${byAction}`)} union all ${part(sql`
      a.target_id = person.id and a.actor_id is distinct from person.id and ${byAction}`)})`
    : part(byAction)
  const people = who ? sql`unnest(${who}::text[]) as person (id) cross join lateral` : sql``
  const wanted = actions
    ? sql`unnest(${actions}::text[]) as wanted (action) cross join lateral`
    : sql``
  return sql`(select ${columns} from ${wanted} ${people} ${parts} a)`
}

function conditions(search: Search): Sql {
  const { startDate, endDate, ipAddress, subSystem, requestId, seesAdmins } = search
  const all: Sql[] = [
    ...(startDate ? [sql`a.timestamp >= ${startDate}::timestamptz`] : []),
    ...(endDate ? [sql`a.timestamp < ${endDate}::timestamptz`] : []),
    ...(ipAddress !== undefined ? [sql`a.ip_address = ${ipAddress}`] : []),
    ...(subSystem !== undefined ? [sql`a.sub_system = ${subSystem}`] : []),
    ...(requestId !== undefined ? [sql`a.request_id = ${requestId}`] : []),
    // What admins and operators do, and who tries to be an admin, is for those who may see it.
    ...(seesAdmins
      ? []
      : [sql`a.actor_kind in ('user', 'visitor', 'platform') and a.sub_system <> ${adminArea}`]),
  ]
  return all.reduce((joined, each) => sql`${joined} and ${each}`, sql`true`)
}

function behind(after: Key | undefined): Sql {
  if (!after) return sql`true`
  const [timestamp, id] = after
  // Said twice, since whole months are passed over only by the first.
  return sql`
    a.timestamp <= ${timestamp}::timestamptz
    and (a.timestamp, a.id) < (${timestamp}::timestamptz, ${id}::uuid)`
}
