import type { ConcernKind, OverviewReply } from './contract.ts'
import { isCount, startName, type Counts, type Starts } from './jobs.ts'

type Concern = OverviewReply['concerns'][number]
/** The result of a check: null if there is no concern, undefined if it was not checked. */
type Result = Omit<Concern, 'kind'> | null | undefined

/** Times of the newest block and of the first entry of the audit log, and of the last backup. */
export type Seal = { sealedAt?: Date | null; firstAt?: Date | null; backupAt?: Date | null }
/** Number of open requests. `until` is the time at which the first of them expires. */
export type Waiting = { count: number; until: Date | null }
/** Approval requests that the reader may decide (`own`), and those that they see but other admins decide (`others`). */
export type Requests = { own: Waiting; others: Waiting }

const minuteMs = 60_000
/** Age in milliseconds at which sealing is late; an idle log gets a block every fifteen minutes. */
const maxSealAgeMs = 20 * minuteMs
const maxBackupAgeMs = 48 * 60 * minuteMs

type Findings = {
  counts: Partial<Counts> & { unmetRequirements?: number | undefined }
  /** Times of the snapshots that first counted each concern, in seconds. */
  starts: Starts | undefined
  seal: Seal
  /** Undefined for a reader who may not see requests. */
  requests: Requests | undefined
}
type Rights = { seesAdmins: boolean; seesWebhooks: boolean }

/** Returns the concerns of this reader, most urgent first, and the kinds that were checked. */
export function concernsOf(
  { counts, starts, seal, requests }: Findings,
  { seesAdmins, seesWebhooks }: Rights,
) {
  const sum = (ofUsers: keyof Counts, ofAdmins: keyof Counts) => {
    const count = counts[ofUsers]
    if (count === undefined || !seesAdmins) return count
    return count + (counts[ofAdmins] ?? 0)
  }
  const startOf = (name: keyof Counts) => starts?.[startName(name)] ?? Infinity
  const start = (...names: (keyof Counts)[]) => {
    const seconds = Math.min(...names.map(startOf))
    return Number.isFinite(seconds) ? new Date(seconds * 1_000) : null
  }
  const ifSeesAdmins = (result: Result) => (seesAdmins ? result : undefined)
  const results: [kind: ConcernKind, result: Result][] = [
    ['sealingLate', ifSeesAdmins(concernIfOlder(seal.sealedAt ?? seal.firstAt, maxSealAgeMs))],
    ['usedBreakGlass', ifSeesAdmins(concernIfAny(counts.usedBreakGlass))],
    ['waitingApprovals', concernIfAny(requests?.own.count, requests?.own.until)],
    ['undecidedApprovals', concernIfAny(requests?.others.count, requests?.others.until)],
    ['lockedAccounts', concernIfAny(counts.lockedUsers)],
    ['lockedAdmins', ifSeesAdmins(concernIfAny(counts.lockedAdmins))],
    ['blockedAddresses', concernIfAny(sum('blockedAddresses', 'blockedAdminAddresses'))],
    ['undeliveredNotifications', concernIfAny(counts.undeliveredNotifications)],
    ['undeliveredMails', concernIfAny(sum('undeliveredMails', 'undeliveredAdminMails'))],
    ['failingWebhooks', seesWebhooks ? concernIfAny(counts.failingWebhooks) : undefined],
    ['expiringInvitations', concernIfAny(counts.expiringInvitations)],
    ['companiesWithoutOwner', concernIfAny(counts.companiesWithoutOwner)],
    ['unfinishedUsers', concernIfAny(counts.unfinishedUsers)],
    ['unmetRequirements', ifSeesAdmins(concernIfAny(counts.unmetRequirements))],
    ['dormantCompanies', concernIfAny(counts.dormantCompanies)],
    // Not checked if the backup command was never used, because the operator then uses another tool.
    ['oldBackup', ifSeesAdmins(concernIfOlder(seal.backupAt, maxBackupAgeMs))],
  ]
  const checks = results.filter(([, result]) => result !== undefined)
  return {
    checked: checks.map(([kind]) => kind),
    concerns: checks.flatMap(([kind, result]): Concern[] =>
      result ? [{ kind, ...result, startedAt: start(...countsOf(kind, seesAdmins)) }] : [],
    ),
  }
}

/** Returns the names of the counts that a concern adds up; empty for a concern that snapshots do not count. */
function countsOf(kind: ConcernKind, seesAdmins: boolean): (keyof Counts)[] {
  if (kind === 'lockedAccounts') return ['lockedUsers']
  if (kind === 'blockedAddresses')
    return ['blockedAddresses', ...(seesAdmins ? (['blockedAdminAddresses'] as const) : [])]
  if (kind === 'undeliveredMails')
    return ['undeliveredMails', ...(seesAdmins ? (['undeliveredAdminMails'] as const) : [])]
  return isCount(kind) ? [kind] : []
}

function concernIfAny(count: number | undefined, until: Date | null = null): Result {
  if (count === undefined) return undefined
  return count > 0 ? { count, since: null, until } : null
}

function concernIfOlder(time: Date | null | undefined, maxAgeMs: number): Result {
  if (!time) return undefined
  const isOld = Date.now() - time.getTime() > maxAgeMs
  return isOld ? { count: null, since: time, until: null } : null
}
