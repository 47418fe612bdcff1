import type { AuditEntry } from '#contract/audit-entry.ts'

/** Entries that follow one another and say the same, or one alone. */
export type Run = { id: string; entries: readonly AuditEntry[] }

/** Fewer are shown one by one. */
const shortest = 3

/** Nobody looks for what was searched for. */
const searches: ReadonlySet<string> = new Set(['audit_log_searched', 'search_result_opened'])

export function isSearch({ action }: AuditEntry): boolean {
  return searches.has(action)
}

/** Puts entries together that `sameOf` says to be the same; undefined stands alone. */
export function runsOf(
  entries: readonly AuditEntry[],
  sameOf: (entry: AuditEntry) => string | undefined = sentenceKeyOf,
): Run[] {
  const runs: AuditEntry[][] = []
  for (const entry of entries) {
    const [last] = runs.at(-1) ?? []
    const same = sameOf(entry)
    if (last && same !== undefined && sameOf(last) === same) runs.at(-1)?.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run) => (run.length < shortest ? run.map(alone) : [runOf(run)]))
}

function alone(entry: AuditEntry): Run {
  return runOf([entry])
}

function runOf(entries: readonly AuditEntry[]): Run {
  return { id: entries[0]?.id ?? '', entries }
}

/** What the sentence of an entry says, apart from when and from where. */
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

/** The entries of one bulk action. */
export function jobKeyOf({ action, data }: AuditEntry): string | undefined {
  const { jobId } = data
  return typeof jobId === 'string' ? `${jobId} ${action}` : undefined
}

/** How many IP addresses there are in a run. */
export function countAddresses({ entries }: Run): number {
  return new Set(entries.map(({ ipAddress }) => ipAddress).filter(Boolean)).size
}
