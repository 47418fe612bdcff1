import type { AuditEntry } from '#contract/audit-entry.ts'

/** At least three consecutive entries with the same sentence or of the same bulk action, or a single entry. */
export type Run = { id: string; entries: readonly AuditEntry[] }

/** Minimum number of entries in a run; fewer entries are shown individually. */
const minRunLength = 3

/** Actions that only record a search, which readers of the activity do not need. */
const searches: ReadonlySet<string> = new Set(['audit_log_searched', 'search_result_opened'])

export function isSearch({ action }: AuditEntry): boolean {
  return searches.has(action)
}

/** Groups three or more consecutive entries with equal keys from `keyOf`; an entry without a key is not grouped. */
export function runsOf(
  entries: readonly AuditEntry[],
  keyOf: (entry: AuditEntry) => string | undefined = sentenceKeyOf,
): Run[] {
  const runs: AuditEntry[][] = []
  for (const entry of entries) {
    const [last] = runs.at(-1) ?? []
    const key = keyOf(entry)
    if (last && key !== undefined && keyOf(last) === key) runs.at(-1)?.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run) =>
    run.length < minRunLength ? run.map((entry) => runOf([entry])) : [runOf(run)],
  )
}

function runOf(entries: readonly AuditEntry[]): Run {
  return { id: entries[0]?.id ?? '', entries }
}

/** Returns a key for the content of an entry's sentence, without its time and IP address. */
function sentenceKeyOf({ action, actorKind, userId, targetId, subSystem, data }: AuditEntry) {
  const { reason, kind, before, after } = data
  return JSON.stringify([
    action,
    actorKind,
    userId,
    targetId,
    subSystem,
    reason,
    kind,
    before,
    after,
  ])
}

/** Returns a key that the entries of one bulk action share; undefined for an entry of no bulk action. */
export function jobKeyOf({ action, data }: AuditEntry): string | undefined {
  const { jobId } = data
  return typeof jobId === 'string' ? `${jobId} ${action}` : undefined
}

/** Returns the number of distinct IP addresses in a run. */
export function countAddresses({ entries }: Run): number {
  return new Set(entries.map(({ ipAddress }) => ipAddress).filter(Boolean)).size
}
