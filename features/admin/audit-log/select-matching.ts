import type { Sql } from 'sql-template-tag'
import { adminArea } from '#domain/audit.ts'
import { sql } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { Search } from './search.ts'

type Column = 'request_id' | 'actor_id' | 'target_id' | 'ip_address' | 'action' | 'sub_system'
/** A backward scan of the index on `column` from `value`. */
type Scan = { column: Column; value: Sql; also?: readonly Sql[] }

const columns = sql`
  a.id, a.timestamp, a.actor_kind, a.actor_id, a.target_id, a.action, a.data, a.ip_address, a.sub_system,
  a.request_id`
const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * The entries of a search before a position, as a subquery. Each action, and actor and target of each user, is an
 * index scan that ends with the page: filtering by several values is as fast as by one.
 */
export function selectMatching(search: Search, page: Page): Sql {
  const scans = scansOf(search)
  const [first = sql``, ...others] = scans.map((each) => scan(search, page, each))
  const parts = others.reduce((joined, each) => sql`${joined} union all ${each}`, first)
  const people = search.who
    ? sql`unnest(${search.who}::text[]) as person (id) cross join lateral`
    : sql``
  const wanted = search.actions
    ? sql`unnest(${search.actions}::text[]) as wanted (action) cross join lateral`
    : sql``
  return sql`(select ${columns} from ${wanted} ${people} (${parts}) a)`
}

/** Scans by the most selective filter; undefined scans by time alone. */
function scansOf(search: Search): readonly (Scan | undefined)[] {
  const { actions, who, ipAddress, requestId, subSystem } = search
  const person = sql`person.id`
  const byAction = actions ? [sql`a.action = wanted.action`] : []
  const isTargetOnly = sql`a.actor_id is distinct from ${person}`
  const byPerson = who
    ? [sql`(a.actor_id = ${person} or a.target_id = ${person} and ${isTargetOnly})`]
    : []
  if (requestId !== undefined) {
    return [{ column: 'request_id', value: sql`${requestId}`, also: [...byAction, ...byPerson] }]
  }
  if (who) {
    return [
      { column: 'actor_id', value: person, also: byAction },
      { column: 'target_id', value: person, also: [...byAction, isTargetOnly] },
    ]
  }
  if (ipAddress !== undefined) {
    return [{ column: 'ip_address', value: sql`${ipAddress}`, also: byAction }]
  }
  if (actions) return [{ column: 'action', value: sql`wanted.action` }]
  return [subSystem === undefined ? undefined : { column: 'sub_system', value: sql`${subSystem}` }]
}

function scan(search: Search, { take, after }: Page, leading: Scan | undefined): Sql {
  const { startDate, endDate } = search
  // A key is the time to the microsecond, and the id.
  const [until, id] = after ?? [endDate ?? 'infinity', lowestId]
  const also = [...within(search, after), ...conditions(search)]
  if (!leading) {
    const place = sql`(a.timestamp, a.id) < (${until}::timestamptz, ${id}::uuid)`
    const bounds = after ? [place, ...also] : also
    return sql`
    (select ${columns} from audit_log a where ${allOf(bounds)}
     order by a.timestamp desc, a.id desc limit ${take})`
  }
  const column = columnOf[leading.column]
  const { value, also: more = [] } = leading
  // Two bounds instead of an equality, so that the planner cannot scan the whole log by time.
  const bounds = [
    sql`(${column}, a.timestamp, a.id) < (${value}, ${until}::timestamptz, ${id}::uuid)`,
    sql`(${column}, a.timestamp) >= (${value}, ${startDate ?? '-infinity'}::timestamptz)`,
    sql`${column} is not null`,
  ]
  return sql`
    (select ${columns} from audit_log a where ${allOf([...bounds, ...also, ...more])}
     order by ${column} desc, a.timestamp desc, a.id desc limit ${take})`
}

/** Bounds on the time alone, by which partitions without such entries are pruned. */
function within({ startDate, endDate }: Search, after: Page['after']): Sql[] {
  return [
    ...(startDate === undefined ? [] : [sql`a.timestamp >= ${startDate}::timestamptz`]),
    ...(endDate === undefined ? [] : [sql`a.timestamp < ${endDate}::timestamptz`]),
    ...(after === undefined ? [] : [sql`a.timestamp <= ${after[0]}::timestamptz`]),
  ]
}

function allOf(conditions: readonly Sql[]): Sql {
  return conditions.reduce((joined, each) => sql`${joined} and ${each}`, sql`true`)
}

const columnOf: Record<Column, Sql> = {
  request_id: sql`a.request_id`,
  actor_id: sql`a.actor_id`,
  target_id: sql`a.target_id`,
  ip_address: sql`a.ip_address`,
  action: sql`a.action`,
  sub_system: sql`a.sub_system`,
}

function conditions({ ipAddress, subSystem, seesAdmins }: Search): Sql[] {
  return [
    ...(ipAddress === undefined ? [] : [sql`a.ip_address = ${ipAddress}`]),
    ...(subSystem === undefined ? [] : [sql`a.sub_system = ${subSystem}`]),
    // Actions of admins and operators, and logins to the admin area, need a permission of their own.
    ...(seesAdmins
      ? []
      : [sql`a.actor_kind in ('user', 'visitor', 'platform') and a.sub_system <> ${adminArea}`]),
  ]
}
