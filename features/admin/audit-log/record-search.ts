import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '#domain/audit/audit.ts'
import type { AuditSearch } from '#domain/audit/audit-select.ts'
import type { AdminOrService } from '#server/caller.ts'
import type { Db } from '#server/db.ts'
import { logger } from '#server/log.ts'

/** Time in milliseconds that a search must stay unchanged before it is recorded. */
export const stableMs = 2_000
/** Time in milliseconds in which refinements replace a pending search. Later ones are recorded separately. */
const maxDelayMs = 10_000
/**
 * Interval in milliseconds within which a session's identical search, as from a page that follows the log, is not
 * recorded again.
 */
const repeatMs = 10 * 60_000
const maxSessions = 10_000

type Waiting = {
  search: AuditSearch
  since: number
  timer: NodeJS.Timeout
  write: () => Promise<void>
}

/** Pending searches, by session or service account. */
const pendingSearches = new Map<string, Waiting>()
const writes = new Set<Promise<void>>()
/** Last recorded searches, by session or service account. */
const lastSearches = new Map<string, { search: AuditSearch; at: number }>()

/** Records a search of the log after two seconds, unless the same session narrows it meanwhile (decision 0102). */
export function recordSearch(db: Db, caller: AdminOrService, search: AuditSearch): void {
  const sessionId = caller.kind === 'service' ? caller.serviceId : caller.sessionId
  const last = pendingSearches.get(sessionId)
  const isRefined = last && isNarrowed(last.search, search) && Date.now() - last.since < maxDelayMs
  if (last && !isRefined) flush(sessionId)
  if (last) clearTimeout(last.timer)
  if (!isRefined && isRepeated(sessionId, search)) return
  // The option to hide the reader's own searches is not a filter.
  const filters = { ...search, hidesSearchesOf: undefined }
  pendingSearches.set(sessionId, {
    search,
    since: isRefined ? last.since : Date.now(),
    timer: setTimeout(() => flush(sessionId), stableMs),
    write: () => recordAudit(db, caller, 'audit_log_searched', { data: { filters } }),
  })
}

/** Records all pending searches. Call it before the server stops. */
export async function recordWaitingSearches(): Promise<void> {
  for (const sessionId of pendingSearches.keys()) flush(sessionId)
  await Promise.all(writes)
}

function flush(sessionId: string): void {
  const pending = pendingSearches.get(sessionId)
  if (!pending) return
  clearTimeout(pending.timer)
  pendingSearches.delete(sessionId)
  remember(sessionId, pending.search)
  const write = pending
    .write()
    .catch((error: unknown) => logger.error({ err: error }, 'a search of the log was not recorded'))
    .finally(() => writes.delete(write))
  writes.add(write)
}

function remember(sessionId: string, search: AuditSearch): void {
  lastSearches.delete(sessionId)
  lastSearches.set(sessionId, { search, at: Date.now() })
  const [oldest] = lastSearches.keys()
  if (lastSearches.size > maxSessions && oldest !== undefined) lastSearches.delete(oldest)
}

/** Returns true if the same search was recorded recently. Ignores a later start, because relative periods move. */
function isRepeated(sessionId: string, search: AuditSearch): boolean {
  const last = lastSearches.get(sessionId)
  if (!last || Date.now() - last.at > repeatMs) return false
  const hasStarts = search.startDate !== undefined && last.search.startDate !== undefined
  const shiftedSearch = hasStarts ? { ...last.search, startDate: search.startDate } : last.search
  return isNarrowed(last.search, search) && isDeepStrictEqual(shiftedSearch, search)
}

/** Returns true if every result of the later search is also a result of the earlier one. */
function isNarrowed(earlier: AuditSearch, later: AuditSearch): boolean {
  // Times are compared as text, and '9' is later than any time.
  const { startDate: from = '', endDate: until = '9', actions, ...rest } = earlier
  const isPeriodWithin = (later.startDate ?? '') >= from && (later.endDate ?? '9') <= until
  const isSubset = !actions || (later.actions?.every((each) => actions.includes(each)) ?? false)
  const others = Object.entries(rest).filter(([, value]) => value !== undefined)
  return (
    isPeriodWithin &&
    isSubset &&
    others.every(([name, value]) => isDeepStrictEqual(later[name as keyof AuditSearch], value))
  )
}
