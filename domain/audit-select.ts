import { join, raw, type Sql } from 'sql-template-tag'
import { sql } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import { adminArea } from './audit.ts'

/** A search of the log as it is queried. */
export type AuditSearch = {
  startDate?: string | undefined
  /** Exclusive. */
  endDate?: string | undefined
  actions?: readonly string[] | undefined
  /** Ids of actors or targets. */
  who?: readonly string[] | undefined
  ipAddress?: string | undefined
  subSystem?: string | undefined
  requestId?: string | undefined
  /** Id of the company of the actor or target at that moment. */
  company?: string | undefined
  /** Id of an admin whose searches of the log are left out. */
  hidesSearchesOf?: string | undefined
  /** Whether actions of admins, operators and the system are in it (domain/audit-entries.ts `seesAdmins`). */
  seesAdmins: boolean
}

/** A backward scan of the index on `column` from `value`. */
type Scan = { column: Sql; value: Sql; also?: readonly Condition[] }
type Condition = Sql | false | undefined

const columnOf = {
  ipAddress: sql`a.ip_address`,
  company: sql`a.company_id`,
  subSystem: sql`a.sub_system`,
} as const

const columns = sql`
  a.id, a.timestamp, a.actor_kind, a.actor_id, a.target_id, a.action, a.data, a.ip_address, a.sub_system,
  a.request_id`
/** Actions of admins and operators, and logins to the admin area, need a permission of their own. */
const isOfUsers = sql`
  a.actor_kind in ('user', 'visitor', 'platform') and a.sub_system <> ${adminArea}`
const lowestId = '00000000-0000-0000-0000-000000000000'

/** Entries that a bounded search looks through in each index scan for filters that the index does not serve. */
export const maxScanned = 10_000
const mostScanned = raw(String(maxScanned))

/**
 * The entries of a search before a position, as a subquery. Each action, and actor and target of each user, is an
 * index scan that ends with the page: filtering by several values is as fast as by one.
 */
export function selectMatching(search: AuditSearch, page: Page, isBounded = false): Sql {
  const scans = scansOf(search).map((each) => scan(search, page, each, isBounded))
  return sql`(select ${columns} from ${valuesOf(search)} (${join(scans, ' union all ')}) a)`
}

/**
 * Where a bounded search stopped: the last entry that each of its scans looked at, of those that did not reach the
 * end; as a subquery of `timestamp` and `id`. Undefined where an index serves all filters.
 */
export function selectBounds(search: AuditSearch, page: Page): Sql | undefined {
  const scans = scansOf(search)
  if (!scans.some((each) => restOf(search, each).length > 0)) return undefined
  const ends = scans.map((each) => {
    const { bounds, order } = scanBy(search, page, each)
    return sql`
      (select a.timestamp, a.id from audit_log a where ${allOf(bounds)}
       order by ${order} offset ${raw(String(maxScanned - 1))} limit 1)`
  })
  return sql`(select a.timestamp, a.id from ${valuesOf(search)} (${join(ends, ' union all ')}) a)`
}

/** What the scans run for: each action, and each of the ids of a user. */
function valuesOf({ who, actions }: AuditSearch): Sql {
  const people = who ? sql`unnest(${who}::text[]) as person (id) cross join lateral` : sql``
  const wanted = actions
    ? sql`unnest(${actions}::text[]) as wanted (action) cross join lateral`
    : sql``
  return sql`${wanted} ${people}`
}

/** Scans by the most selective filter; undefined scans by time alone. */
function scansOf(search: AuditSearch): readonly (Scan | undefined)[] {
  const { actions, who, ipAddress, requestId, subSystem, company } = search
  const person = sql`person.id`
  const byAction = actions && sql`a.action = wanted.action`
  const isTargetOnly = sql`a.actor_id is distinct from ${person}`
  const byPerson =
    who && sql`(a.actor_id = ${person} or a.target_id = ${person} and ${isTargetOnly})`
  if (requestId !== undefined) {
    return [{ column: sql`a.request_id`, value: sql`${requestId}`, also: [byAction, byPerson] }]
  }
  if (who) {
    return [
      { column: sql`a.actor_id`, value: person, also: [byAction] },
      { column: sql`a.target_id`, value: person, also: [byAction, isTargetOnly] },
    ]
  }
  if (ipAddress !== undefined) {
    return [{ column: columnOf.ipAddress, value: sql`${ipAddress}`, also: [byAction] }]
  }
  if (company !== undefined) {
    return [{ column: columnOf.company, value: sql`${company}::uuid`, also: [byAction] }]
  }
  if (actions) return [{ column: sql`a.action`, value: sql`wanted.action` }]
  return [
    subSystem === undefined ? undefined : { column: columnOf.subSystem, value: sql`${subSystem}` },
  ]
}

function scan(search: AuditSearch, page: Page, leading: Scan | undefined, isBounded: boolean): Sql {
  const { bounds, order } = scanBy(search, page, leading)
  const rest = restOf(search, leading)
  if (!isBounded || rest.length === 0) {
    return sql`
    (select ${columns} from audit_log a where ${allOf([...bounds, ...rest])}
     order by ${order} limit ${page.take})`
  }
  return sql`
    (select ${columns}
     from (select ${columns}, a.company_id from audit_log a where ${allOf(bounds)}
           order by ${order} limit ${mostScanned}) a
     where ${allOf(rest)} order by ${order} limit ${page.take})`
}

/** The part of the index that a scan goes along, backwards. */
function scanBy(
  { startDate, endDate }: AuditSearch,
  { after }: Page,
  leading: Scan | undefined,
): { bounds: Condition[]; order: Sql } {
  // A key is the time to the microsecond, and the id.
  const [until, id] = after ?? [endDate ?? 'infinity', lowestId]
  // Bounds on the time alone, by which partitions without such entries are pruned.
  const times = [
    startDate !== undefined && sql`a.timestamp >= ${startDate}::timestamptz`,
    endDate !== undefined && sql`a.timestamp < ${endDate}::timestamptz`,
    after && sql`a.timestamp <= ${after[0]}::timestamptz`,
  ]
  if (!leading) {
    const place = after && sql`(a.timestamp, a.id) < (${until}::timestamptz, ${id}::uuid)`
    return { bounds: [place, ...times], order: sql`a.timestamp desc, a.id desc` }
  }
  const { column, value } = leading
  // Two bounds instead of an equality, so that the planner cannot scan the whole log by time.
  const bounds = [
    sql`(${column}, a.timestamp, a.id) < (${value}, ${until}::timestamptz, ${id}::uuid)`,
    sql`(${column}, a.timestamp) >= (${value}, ${startDate ?? '-infinity'}::timestamptz)`,
    sql`${column} is not null`,
    ...times,
  ]
  return { bounds, order: sql`${column} desc, a.timestamp desc, a.id desc` }
}

/** Ids of requests that begin so, each once, as a query; the bounds are those of an index. */
export function selectRequestIds(
  beginning: string,
  { seesAdmins }: Pick<AuditSearch, 'seesAdmins'>,
  take: number,
): Sql {
  const last = `${beginning}${'z'.repeat(64)}`
  return sql`
    select distinct a.request_id from audit_log a
    where ${allOf([
      sql`a.request_id between ${beginning} and ${last}`,
      sql`starts_with(a.request_id, ${beginning})`,
      !seesAdmins && isOfUsers,
    ])}
    order by a.request_id limit ${take}`
}

function allOf(conditions: readonly Condition[]): Sql {
  return join([sql`true`, ...conditions.filter((each) => typeof each === 'object')], ' and ')
}

/** What the index of a scan does not serve. */
function restOf(search: AuditSearch, leading: Scan | undefined): Sql[] {
  const { ipAddress, subSystem, company, hidesSearchesOf, seesAdmins } = search
  const by = leading?.column
  const rest: Condition[] = [
    ipAddress !== undefined && by !== columnOf.ipAddress && sql`a.ip_address = ${ipAddress}`,
    subSystem !== undefined && by !== columnOf.subSystem && sql`a.sub_system = ${subSystem}`,
    company !== undefined && by !== columnOf.company && sql`a.company_id = ${company}::uuid`,
    hidesSearchesOf !== undefined &&
      sql`(a.action not in ('audit_log_searched', 'search_result_opened') or a.actor_id is distinct from ${hidesSearchesOf})`,
    !seesAdmins && isOfUsers,
    ...(leading?.also ?? []),
  ]
  return rest.filter((each) => typeof each === 'object')
}
