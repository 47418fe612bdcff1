import { join, type Sql } from 'sql-template-tag'
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

const columns = sql`
  a.id, a.timestamp, a.actor_kind, a.actor_id, a.target_id, a.action, a.data, a.ip_address, a.sub_system,
  a.request_id`
const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * The entries of a search before a position, as a subquery. Each action, and actor and target of each user, is an
 * index scan that ends with the page: filtering by several values is as fast as by one.
 */
export function selectMatching(search: AuditSearch, page: Page): Sql {
  const scans = scansOf(search).map((each) => scan(search, page, each))
  const people = search.who
    ? sql`unnest(${search.who}::text[]) as person (id) cross join lateral`
    : sql``
  const wanted = search.actions
    ? sql`unnest(${search.actions}::text[]) as wanted (action) cross join lateral`
    : sql``
  return sql`(select ${columns} from ${wanted} ${people} (${join(scans, ' union all ')}) a)`
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
    return [{ column: sql`a.ip_address`, value: sql`${ipAddress}`, also: [byAction] }]
  }
  if (company !== undefined) {
    return [{ column: sql`a.company_id`, value: sql`${company}::uuid`, also: [byAction] }]
  }
  if (actions) return [{ column: sql`a.action`, value: sql`wanted.action` }]
  return [
    subSystem === undefined ? undefined : { column: sql`a.sub_system`, value: sql`${subSystem}` },
  ]
}

function scan(search: AuditSearch, { take, after }: Page, leading: Scan | undefined): Sql {
  const { startDate, endDate } = search
  // A key is the time to the microsecond, and the id.
  const [until, id] = after ?? [endDate ?? 'infinity', lowestId]
  const also = conditionsOf(search, after)
  if (!leading) {
    const place = after && sql`(a.timestamp, a.id) < (${until}::timestamptz, ${id}::uuid)`
    return sql`
    (select ${columns} from audit_log a where ${allOf([place, ...also])}
     order by a.timestamp desc, a.id desc limit ${take})`
  }
  const { column, value, also: more = [] } = leading
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

function allOf(conditions: readonly Condition[]): Sql {
  return join([sql`true`, ...conditions.filter((each) => typeof each === 'object')], ' and ')
}

function conditionsOf(search: AuditSearch, after: Page['after']): Condition[] {
  const { startDate, endDate, ipAddress, subSystem, company, hidesSearchesOf, seesAdmins } = search
  return [
    // Bounds on the time alone, by which partitions without such entries are pruned.
    startDate !== undefined && sql`a.timestamp >= ${startDate}::timestamptz`,
    endDate !== undefined && sql`a.timestamp < ${endDate}::timestamptz`,
    after && sql`a.timestamp <= ${after[0]}::timestamptz`,
    ipAddress !== undefined && sql`a.ip_address = ${ipAddress}`,
    subSystem !== undefined && sql`a.sub_system = ${subSystem}`,
    company !== undefined && sql`a.company_id = ${company}::uuid`,
    hidesSearchesOf !== undefined &&
      sql`(a.action <> 'audit_log_searched' or a.actor_id is distinct from ${hidesSearchesOf})`,
    // Actions of admins and operators, and logins to the admin area, need a permission of their own.
    !seesAdmins &&
      sql`a.actor_kind in ('user', 'visitor', 'platform') and a.sub_system <> ${adminArea}`,
  ]
}
