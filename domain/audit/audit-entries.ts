import { join, raw, type Sql } from 'sql-template-tag'
import { auditTargetKinds, type AuditTargetKind } from '#contract/audit-action.ts'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { isId } from '#contract/fields.ts'
import { fullNameIn } from '../accounts/full-name.ts'
import { row, rows, run, scalar, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import type { AdminCaller } from '#server/caller.ts'
import type { FoundPage, Page } from '#server/paging.ts'
import { adminArea } from './audit.ts'
import { maxScanned, selectBounds, selectMatching, type AuditSearch } from './audit-select.ts'

/** An entry in a list. `key` is its position: the timestamp in microseconds and the id. */
export type ListedEntry = AuditEntry & { key: string[] }
type Row = Omit<ListedEntry, 'timestamp' | 'user' | 'target' | 'targetKind' | 'names'> & {
  timestamp: Date
}

/** Returns true if the reader may see actions of admins, operators and the system. Every search is limited by it. */
export function seesAdmins({ permissions }: Pick<AdminCaller, 'permissions'>): boolean {
  return permissions.includes('view_admin_audit_log')
}

/** Lists the entries of one page, the latest first. For every single filter there is an index in this order. */
export async function listAuditEntries(
  db: Db,
  search: AuditSearch,
  page: Page,
): Promise<ListedEntry[]> {
  const { entries, names } = await transaction(db, async (tx) => {
    await forceGenericPlan(tx)
    const entries = await selectEntries(tx, selectMatching(search, page), page)
    return { entries, names: await namesOf(tx, entries) }
  })
  return entries.map((entry) => entryOf(entry, names))
}

/**
 * Returns one page for an interactive search. If no index serves all filters together, the search stops after
 * `maxScanned` entries per index scan, and `bound` contains the position at which the next page continues.
 */
export async function findAuditPage(
  db: Db,
  search: AuditSearch,
  page: Page,
): Promise<FoundPage<ListedEntry>> {
  const { entries, names, key } = await transaction(db, async (tx) => {
    await forceGenericPlan(tx)
    const matches = await selectEntries(tx, selectMatching(search, page, { isBounded: true }), page)
    // A bound older than the last entry of a full page drops no entry, so the search for bounds ends at that entry.
    const startDate = matches.length < page.take ? search.startDate : matches.at(-1)?.key[0]
    const bounds = selectBounds({ ...search, startDate }, page)
    const bound = bounds && (await selectBound(tx, bounds, matches))
    const entries = matches.slice(0, bound?.count)
    return { entries, names: await namesOf(tx, entries), key: bound?.key }
  })
  return {
    rows: entries.map((entry) => entryOf(entry, names)),
    total: undefined,
    bound: key && { scanned: maxScanned, key },
  }
}

function selectEntries(tx: Transaction, matching: Sql, { take }: Page): Promise<Row[]> {
  return rows<Row>(tx)`
    select a.id, a.actor_kind, a.actor_id as user_id, a.target_id, a.action, a.data, a.ip_address, a.timestamp,
           array[a.timestamp::text, a.id::text] as key, a.sub_system, a.request_id
    from ${matching} a
    order by a.timestamp desc, a.id desc limit ${take}`
}

/**
 * Returns the latest position at which a scan stopped, and the number of entries up to it. Entries beyond it are
 * dropped from the page, because the scan that stopped there may have missed some in between.
 */
function selectBound(tx: Transaction, bounds: Sql, entries: readonly Row[]) {
  const times = entries.map(({ key }) => key[0])
  const ids = entries.map(({ id }) => id)
  return row<{ key: string[]; count: number }>(tx)`
    select array[b.timestamp::text, b.id::text] as key,
           (select count(*)::int from unnest(${times}::timestamptz[], ${ids}::uuid[]) e (timestamp, id)
            where (e.timestamp, e.id) >= (b.timestamp, b.id)) as count
    from ${bounds} b order by b.timestamp desc, b.id desc limit 1`
}

const maxCount = 1_000

/** Counts the entries after a time, at most 1000, without the admin's own searches of the log. */
export async function countAuditEntries(
  db: Db,
  search: AuditSearch,
  { after, adminId }: { after: string; adminId: string },
): Promise<number> {
  // `startDate` is inclusive.
  const later = { ...search, startDate: new Date(Date.parse(after) + 1).toISOString() }
  const count = await transaction(db, async (tx) => {
    await forceGenericPlan(tx)
    return scalar<number>(tx)`
      select count(*)::int
      from (select from ${selectMatching(later, { take: maxCount, after: undefined })} a
            where a.action not in ('audit_log_searched', 'search_result_opened') or a.actor_id is distinct from ${adminId}
            limit ${maxCount}) counted`
  })
  return count ?? 0
}

/** Forces generic plans, because one plan is good for all values and planning takes longer than the query. */
async function forceGenericPlan(tx: Transaction): Promise<void> {
  await run(tx)`set local plan_cache_mode = force_generic_plan`
}

type NamedObject = { id: string; name: string; kind: AuditTargetKind }
type Names = ReadonlyMap<string, NamedObject>

function entryOf(entry: Row, names: Names): ListedEntry {
  const { userId, targetId, timestamp } = entry
  const target = names.get(targetId ?? '')
  const mentioned = idsIn(entry).flatMap((id) => names.get(id) ?? [])
  return {
    ...entry,
    user: names.get(userId ?? '')?.name ?? '',
    target: target?.name ?? '',
    targetKind: targetId === null ? null : (target?.kind ?? kindOfDeleted(entry)),
    names: Object.fromEntries(mentioned.map(({ id, name }) => [id, name])),
    timestamp: timestamp.toISOString(),
  }
}

/** Kinds that the prefix of an action does not prove: the target of `company_role_changed`, for example, is a user. */
const irregularKinds: readonly AuditTargetKind[] = [
  'user',
  'admin',
  'company',
  'platform',
  'session',
]

/** Returns the kind of a target whose id is no longer in any table, derived from the action. */
function kindOfDeleted({ action, actorKind, subSystem }: Row): AuditTargetKind {
  if (action === 'audit_month_retired') return 'month'
  if (/^(session_ended|session_reported)$/.test(action) && actorKind !== 'visitor') return 'session'
  if (action === 'sign_up_refused') return 'invitation'
  if (action.startsWith('partner_')) return 'company'
  if (/^(platform_(added|changed|secret)|logout_notifications)/.test(action)) return 'platform'
  const isLogin = actorKind === 'visitor' && subSystem === adminArea
  if (/^(admin_|dormant_admin)/.test(action) || isLogin) return 'admin'
  const kind = auditTargetKinds.find((each) => action.startsWith(`${each}_`))
  return kind === undefined || irregularKinds.includes(kind) ? 'user' : kind
}

type NamesInTable = { table: string; name?: Sql; hasTextId?: true }

/**
 * Tables with the names of the kinds; null for a kind without a table. The table of a kind that is not listed is the
 * plural of the kind, with UUIDs and a column `name`.
 */
const namesByKind: Partial<Record<AuditTargetKind, NamesInTable | null>> = {
  user: { table: 'users', name: fullNameIn(sql`users`) },
  admin: { table: 'admins', name: fullNameIn(sql`admins`) },
  company: { table: 'partners' },
  platform: { table: 'subsystems', hasTextId: true },
  invitation: { table: 'invitations', name: sql`email` },
  service: { table: 'service_accounts', hasTextId: true },
  api: { table: 'apis', hasTextId: true },
  session: null,
  month: null,
}

/**
 * Returns the names of actors, targets and mentioned objects. The log itself contains only ids, so that users can be
 * erased.
 */
async function namesOf(db: Db, entries: readonly Row[]): Promise<Names> {
  const all = entries.flatMap((entry) => [entry.userId, entry.targetId, ...idsIn(entry)])
  const ids = [...new Set(all)].filter((id) => id !== null)
  const uuids = ids.filter(isId)
  if (ids.length === 0) return new Map()
  const selects = auditTargetKinds.flatMap((kind) => {
    const source = namesByKind[kind] === undefined ? { table: `${kind}s` } : namesByKind[kind]
    if (source === null) return []
    const { table, name = sql`name`, hasTextId } = source
    const matches = hasTextId ? sql`any(${ids}::text[])` : sql`any(${uuids}::uuid[])`
    return sql`
      select id::text, ${name} as name, ${kind}::text as kind from ${raw(table)} where id = ${matches}`
  })
  const objects = await rows<NamedObject>(db)`${join(selects, ' union all ')}`
  return new Map(objects.map((object) => [object.id, object]))
}

/** Returns the ids of platforms and companies that an entry mentions besides its target. */
function idsIn({ subSystem, data }: Pick<Row, 'subSystem' | 'data'>): string[] {
  const { before, after, subsystem, subsystems, partnerId } = data
  const changed = [before, after].flatMap((side) =>
    typeof side === 'object' && side !== null ? Object.entries(side) : [],
  )
  const ofChange = changed.flatMap(([name, value]) =>
    /^(partnerId|subsystems?)$/.test(name) ? [value] : [],
  )
  const ids = [subSystem, subsystem, subsystems, partnerId, ...ofChange].flat()
  return ids.filter((id) => typeof id === 'string')
}
