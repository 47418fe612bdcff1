import type { Sql } from 'sql-template-tag'
import type { AuditEntry, AuditTargetKind } from '#contract/audit-entry.ts'
import { isId } from '#contract/fields.ts'
import { row, rows, run, scalar, transaction, type Db, type Transaction } from '#server/db.ts'
import type { AdminCaller } from '#server/caller.ts'
import type { FoundPage, Page } from '#server/paging.ts'
import { adminArea } from './audit.ts'
import { maxScanned, selectBounds, selectMatching, type AuditSearch } from './audit-select.ts'

export type ListedEntry = AuditEntry & { key: string[] }
type Row = Omit<ListedEntry, 'timestamp' | 'user' | 'target' | 'targetKind' | 'names'> & {
  timestamp: Date
}

/** True for a reader who may see what admins, operators and the system did. Every search needs this scope. */
export function seesAdmins({ permissions }: Pick<AdminCaller, 'permissions'>): boolean {
  return permissions.includes('view_admin_audit_log')
}

/** The entries before a position, the latest first; an index holds them in this order for every filter. */
export async function listAuditEntries(
  db: Db,
  search: AuditSearch,
  page: Page,
): Promise<ListedEntry[]> {
  const { found, known } = await transaction(db, async (tx) => {
    await forceGenericPlan(tx)
    const found = await selectEntries(tx, selectMatching(search, page), page)
    return { found, known: await namesOf(tx, found) }
  })
  return found.map((entry) => entryOf(entry, known))
}

/** The same for a reader who waits: where no index serves the filters together, it looks through so many and says so. */
export async function findAuditPage(
  db: Db,
  search: AuditSearch,
  page: Page,
): Promise<FoundPage<ListedEntry>> {
  const { found, known, key } = await transaction(db, async (tx) => {
    await forceGenericPlan(tx)
    const found = await selectEntries(tx, selectMatching(search, page, true), page)
    const bounds = found.length < page.take ? selectBounds(search, page) : undefined
    const last = bounds && (await selectBound(tx, bounds, found))
    const reached = found.slice(0, last?.reached)
    return { found: reached, known: await namesOf(tx, reached), key: last?.key }
  })
  return {
    rows: found.map((entry) => entryOf(entry, known)),
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

/** The latest end of a scan, and how many entries are not behind it: what is behind it, another scan may have missed. */
function selectBound(tx: Transaction, bounds: Sql, found: readonly Row[]) {
  const [times, ids] = [found.map(({ key }) => key[0]), found.map(({ id }) => id)]
  return row<{ key: string[]; reached: number }>(tx)`
    select array[b.timestamp::text, b.id::text] as key,
           (select count(*)::int from unnest(${times}::timestamptz[], ${ids}::uuid[]) e (timestamp, id)
            where (e.timestamp, e.id) >= (b.timestamp, b.id)) as reached
    from ${bounds} b order by b.timestamp desc, b.id desc limit 1`
}

const maxCount = 1_000

/** Entries since then, at most 1000, without the admin's own searches. */
export async function countAuditEntries(
  db: Db,
  search: AuditSearch,
  { after, adminId }: { after: string; adminId: string },
): Promise<number> {
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

/** One plan is good for all values, and planning takes longer than the query. */
async function forceGenericPlan(tx: Transaction): Promise<void> {
  await run(tx)`set local plan_cache_mode = force_generic_plan`
}

type Named = { id: string; name: string; kind: AuditTargetKind }
type Names = ReadonlyMap<string, Named>

function entryOf(entry: Row, known: Names): ListedEntry {
  const { userId, targetId, timestamp } = entry
  const target = known.get(targetId ?? '')
  const names = idsIn(entry).flatMap((id) => known.get(id) ?? [])
  return {
    ...entry,
    user: known.get(userId ?? '')?.name ?? '',
    target: target?.name ?? '',
    targetKind: targetId === null ? null : (target?.kind ?? deletedKind(entry)),
    names: Object.fromEntries(names.map(({ id, name }) => [id, name])),
    timestamp: timestamp.toISOString(),
  }
}

/** What a target was whose id no table knows any more. */
function deletedKind({ action, actorKind, subSystem }: Row): AuditTargetKind {
  if (action === 'audit_month_retired') return 'month'
  if (/^(session_ended|session_reported)$/.test(action) && actorKind !== 'visitor') return 'session'
  if (/^(invitation_|sign_up_refused)/.test(action)) return 'invitation'
  if (action.startsWith('partner_')) return 'company'
  if (action.startsWith('webhook_')) return 'webhook'
  if (action.startsWith('service_account_')) return 'service'
  if (action.startsWith('api_')) return 'api'
  if (/^(platform_(added|changed|secret)|logout_notifications)/.test(action)) return 'platform'
  const isLogin = actorKind === 'visitor' && subSystem === adminArea
  if (/^(admin_|dormant_admin)/.test(action) || isLogin) return 'admin'
  return 'user'
}

/** The log itself holds only ids, so that users can be erased. */
async function namesOf(db: Db, entries: readonly Row[]): Promise<Names> {
  const all = entries.flatMap((entry) => [entry.userId, entry.targetId, ...idsIn(entry)])
  const wanted = [...new Set(all)].filter((id) => id !== null)
  const ids = wanted.filter(isId)
  if (wanted.length === 0) return new Map()
  const found = await rows<Named>(db)`
    select id::text, firstname || ' ' || lastname as name, 'user' as kind from users where id = any(${ids}::uuid[])
    union all
    select id::text, firstname || ' ' || lastname, 'admin' from admins where id = any(${ids}::uuid[])
    union all
    select id::text, name, 'company' from partners where id = any(${ids}::uuid[])
    union all
    select id::text, email, 'invitation' from invitations where id = any(${ids}::uuid[])
    union all
    select id::text, name, 'webhook' from webhooks where id = any(${ids}::uuid[])
    union all
    select id, name, 'platform' from subsystems where id = any(${wanted}::text[])
    union all
    select id, name, 'service' from service_accounts where id = any(${wanted}::text[])
    union all
    select id, name, 'api' from apis where id = any(${wanted}::text[])`
  return new Map(found.map((each) => [each.id, each]))
}

/** The platforms and companies that an entry mentions besides its target. */
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
