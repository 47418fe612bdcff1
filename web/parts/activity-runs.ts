import type { AuditEntry } from '#contract/audit-entry.ts'

/** Three or more entries that share one line, or a single entry. */
export type Run = { id: string; entries: readonly AuditEntry[] }

/** Minimum number of entries in a run; fewer entries are shown individually. */
const minRunLength = 3

/** Actions that only record a search, which readers of the activity do not need. */
const searches: ReadonlySet<string> = new Set(['audit_log_searched', 'search_result_opened'])

export function isSearch({ action }: AuditEntry): boolean {
  return searches.has(action)
}

/** Folds the entries of one bulk action or request, then consecutive entries with the same sentence. */
export function runsOf(entries: readonly AuditEntry[]): Run[] {
  const keyOf = ({ entries: [entry, ...more] }: Run) =>
    entry && more.length === 0 ? sentenceKeyOf(entry) : undefined
  return consecutiveOf(foldJobs(entries), keyOf).flatMap((runs) =>
    runs.length < minRunLength ? runs : [runOf(runs.flatMap((run) => run.entries))],
  )
}

/** Folds three or more entries of one bulk action or request that differ only in their targets. */
export function foldJobs(entries: readonly AuditEntry[]): Run[] {
  return consecutiveOf(entries, jobOf).flatMap((job) => {
    const groups = [...Map.groupBy(job, changeOf).values()]
    // Without a run, the entries keep their order.
    if (groups.every(({ length }) => length < minRunLength))
      return job.map((entry) => runOf([entry]))
    return groups.flatMap((group) =>
      group.length < minRunLength ? group.map((entry) => runOf([entry])) : [runOf(group)],
    )
  })
}

/** Groups consecutive values with equal keys; a value without a key is a group of its own. */
function consecutiveOf<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string | undefined,
): Value[][] {
  const groups: Value[][] = []
  let lastKey: string | undefined
  for (const value of values) {
    const key = keyOf(value)
    if (key !== undefined && key === lastKey) groups.at(-1)?.push(value)
    else groups.push([value])
    lastKey = key
  }
  return groups
}

/**
 * Returns the bulk action or the list of invitations that an entry is part of, or else its actor and time, because
 * entries of one transaction have the same time. Undefined for an entry without either.
 */
function jobOf({ userId, timestamp, data: { jobId, batchId } }: AuditEntry): string | undefined {
  if (typeof jobId === 'string') return jobId
  if (typeof batchId === 'string') return batchId
  return userId === null ? undefined : `${userId} ${timestamp}`
}

function changeOf({ action, userId, subSystem, data }: AuditEntry): string {
  const { partnerId, subsystem, decision } = data
  return JSON.stringify([action, userId, subSystem, partnerId, subsystem, decision])
}

/** Returns true if each entry of a run has a target of its own. */
export function hasManyTargets({ entries }: Run): boolean {
  return new Set(entries.map(({ targetId }) => targetId)).size === entries.length
}

function runOf(entries: readonly AuditEntry[]): Run {
  return { id: entries[0]?.id ?? '', entries }
}

/** Returns a key for the content of an entry's sentence, without its time and IP address. */
function sentenceKeyOf({ action, actorKind, userId, targetId, subSystem, data }: AuditEntry) {
  const { reason, kind, before, after, subsystem, decision } = data
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
    subsystem,
    decision,
  ])
}

/** Returns the number of distinct IP addresses in a run. */
export function countAddresses({ entries }: Run): number {
  return new Set(entries.map(({ ipAddress }) => ipAddress).filter(Boolean)).size
}
