import { join, raw, type Sql } from 'sql-template-tag'
import { sql } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import { adminArea } from './audit.ts'

/** A search of the log with resolved filters: ids instead of email addresses, instants instead of dates. */
export type AuditSearch = {
  startDate?: string | undefined
  /** Exclusive. */
  endDate?: string | undefined
  actions?: readonly string[] | undefined
  /** Ids of actors or targets: an entry matches if its actor or its target is one of them. */
  who?: readonly string[] | undefined
  ipAddress?: string | undefined
  subSystem?: string | undefined
  requestId?: string | undefined
  /** Id of the company that the actor or target belonged to when the entry was written. */
  company?: string | undefined
  /** Id of an admin whose own searches of the log are excluded. */
  hidesSearchesOf?: string | undefined
  /** True to include actions of admins, operators and the system (domain/audit/audit-entries.ts `seesAdmins`). */
  seesAdmins: boolean
}

/** A backward index scan of the entries with `value` in `column`; `also` are further conditions. */
type Scan = { column: Sql; value: Sql; also?: readonly Condition[] }
type Condition = Sql | false | undefined

// `remainingConditions` compares the columns by identity.
const columnOf = {
  ipAddress: sql`a.ip_address`,
  company: sql`a.company_id`,
  subSystem: sql`a.sub_system`,
} as const

const columns = sql`
  a.id, a.timestamp, a.actor_kind, a.actor_id, a.target_id, a.action, a.data, a.ip_address, a.sub_system,
  a.request_id`
/** SQL condition for entries that any reader may see; actions of admins and operators require another permission. */
const isOfUsers = sql`
  a.actor_kind in ('user', 'visitor', 'platform') and a.sub_system <> ${adminArea}`
/** Id below all others: with it, the upper bound of a range of positions is exclusive. */
const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Maximum number of entries that a bounded search reads per index scan to apply filters that the index cannot serve.
 */
export const maxScanned = 10_000
// A literal, because a generic plan does not know the values of parameters.
const scanLimit = raw(String(maxScanned))

/**
 * Returns the subquery for one page of a search. Each value of a filter has its own index scan that stops when the page
 * is full, so that filtering by several values is as fast as by one. With `isBounded`, a scan stops after `maxScanned`
 * entries.
 */
export function selectMatching(search: AuditSearch, page: Page, { isBounded = false } = {}): Sql {
  const scans = scansOf(search).map((each) => selectByScan(search, page, each, isBounded))
  return sql`(select ${columns} from ${valuesOf(search)} (${join(scans, ' union all ')}) a)`
}

/**
 * Returns the subquery for the positions (`timestamp`, `id`) at which the scans of a bounded search stopped at their
 * limit; a scan that reached the end has none. Returns undefined if an index serves all filters.
 */
export function selectBounds(search: AuditSearch, page: Page): Sql | undefined {
  const scans = scansOf(search)
  if (!scans.some((each) => remainingConditions(search, each).length > 0)) return undefined
  const ends = scans.map((each) => {
    const { bounds, order } = rangeOf(search, page, each)
    return sql`
      (select a.timestamp, a.id from audit_log a where ${allOf(bounds)}
       order by ${order} offset ${raw(String(maxScanned - 1))} limit 1)`
  })
  return sql`(select a.timestamp, a.id from ${valuesOf(search)} (${join(ends, ' union all ')}) a)`
}

/** Returns the SQL that repeats the scans for each action and each id of the user. */
function valuesOf({ who, actions }: AuditSearch): Sql {
  const eachPerson = who ? sql`unnest(${who}::text[]) as person (id) cross join lateral` : sql``
  const eachAction = actions
    ? sql`unnest(${actions}::text[]) as wanted (action) cross join lateral`
    : sql``
  return sql`${eachAction} ${eachPerson}`
}

/** Returns the scans for the most selective filter of a search. An undefined scan is one by time alone. */
function scansOf(search: AuditSearch): readonly (Scan | undefined)[] {
  const { actions, who, ipAddress, requestId, subSystem, company } = search
  const person = sql`person.id`
  const byAction = actions && sql`a.action = wanted.action`
  // An entry whose actor is its own target must not appear twice.
  const isTargetOnly = sql`a.actor_id is distinct from ${person}`
  const byPerson =
    who && sql`(a.actor_id = ${person} or (a.target_id = ${person} and ${isTargetOnly}))`
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

function selectByScan(
  search: AuditSearch,
  page: Page,
  leading: Scan | undefined,
  isBounded: boolean,
): Sql {
  const { bounds, order } = rangeOf(search, page, leading)
  const rest = remainingConditions(search, leading)
  if (!isBounded || rest.length === 0) {
    return sql`
    (select ${columns} from audit_log a where ${allOf([...bounds, ...rest])}
     order by ${order} limit ${page.take})`
  }
  return sql`
    (select ${columns}
     from (select ${columns}, a.company_id from audit_log a where ${allOf(bounds)}
           order by ${order} limit ${scanLimit}) a
     where ${allOf(rest)} order by ${order} limit ${page.take})`
}

/** Returns the conditions and the order with which a scan reads its range of the index backwards. */
function rangeOf(
  { startDate, endDate }: AuditSearch,
  { after }: Page,
  leading: Scan | undefined,
): { bounds: Condition[]; order: Sql } {
  // The key of a page is the timestamp in microseconds and the id.
  const [until, id] = after ?? [endDate ?? 'infinity', lowestId]
  // Conditions on the timestamp alone, so that the planner can prune partitions.
  const times = [
    startDate !== undefined && sql`a.timestamp >= ${startDate}::timestamptz`,
    endDate !== undefined && sql`a.timestamp < ${endDate}::timestamptz`,
    after && sql`a.timestamp <= ${after[0]}::timestamptz`,
  ]
  if (!leading) {
    const position = after && sql`(a.timestamp, a.id) < (${until}::timestamptz, ${id}::uuid)`
    return { bounds: [position, ...times], order: sql`a.timestamp desc, a.id desc` }
  }
  const { column, value } = leading
  // Two inequalities instead of an equality, so that the planner cannot choose to scan the whole log by time.
  const bounds = [
    sql`(${column}, a.timestamp, a.id) < (${value}, ${until}::timestamptz, ${id}::uuid)`,
    sql`(${column}, a.timestamp) >= (${value}, ${startDate ?? '-infinity'}::timestamptz)`,
    sql`${column} is not null`,
    ...times,
  ]
  return { bounds, order: sql`${column} desc, a.timestamp desc, a.id desc` }
}

/** Returns the query for the distinct ids of requests that begin with `prefix`, by an index range. */
export function selectRequestIds(
  prefix: string,
  { seesAdmins }: Pick<AuditSearch, 'seesAdmins'>,
  take: number,
): Sql {
  const last = `${prefix}${'z'.repeat(64)}`
  return sql`
    select distinct a.request_id from audit_log a
    where ${allOf([
      sql`a.request_id between ${prefix} and ${last}`,
      sql`starts_with(a.request_id, ${prefix})`,
      !seesAdmins && isOfUsers,
    ])}
    order by a.request_id limit ${take}`
}

function allOf(conditions: readonly Condition[]): Sql {
  return join([sql`true`, ...conditions.filter((each) => typeof each === 'object')], ' and ')
}

/** Returns the conditions of a search that the index of a scan does not serve. */
function remainingConditions(search: AuditSearch, leading: Scan | undefined): Sql[] {
  const { ipAddress, subSystem, company, hidesSearchesOf, seesAdmins } = search
  const scanned = leading?.column
  const rest: Condition[] = [
    ipAddress !== undefined && scanned !== columnOf.ipAddress && sql`a.ip_address = ${ipAddress}`,
    subSystem !== undefined && scanned !== columnOf.subSystem && sql`a.sub_system = ${subSystem}`,
    company !== undefined && scanned !== columnOf.company && sql`a.company_id = ${company}::uuid`,
    hidesSearchesOf !== undefined &&
      sql`(a.action not in ('audit_log_searched', 'search_result_opened') or a.actor_id is distinct from ${hidesSearchesOf})`,
    !seesAdmins && isOfUsers,
    ...(leading?.also ?? []),
  ]
  return rest.filter((each) => typeof each === 'object')
}
