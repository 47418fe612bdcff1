import type { ConcernKind, OverviewReply } from './contract.ts'
import type { Counts } from './jobs.ts'

type Concern = OverviewReply['concerns'][number]
/** A kind of concern with its result: null if there is none, undefined if it was not checked. */
type Check = readonly [kind: ConcernKind, result: Omit<Concern, 'kind'> | null | undefined]

/** Times of the newest block and of the first entry of the audit log, and of the last backup. */
export type Seal = { sealedAt?: Date | null; firstAt?: Date | null; backupAt?: Date | null }
/** Number of open requests. `until` is the time at which the first of them expires. */
export type Waiting = { count: number; until: Date | null }
/** Approval requests that the reader may decide (`own`), and those that they see but other admins decide (`others`). */
export type Requests = { own: Waiting; others: Waiting }

const minuteMs = 60_000
/** Age in milliseconds at which sealing is late; an idle log gets a block every fifteen minutes. */
const latestSealMs = 20 * minuteMs
const oldestBackupMs = 48 * 60 * minuteMs

type Findings = {
  counts: Partial<Counts> & { unmetRequirements?: number | undefined }
  seal: Seal
  /** Undefined for a reader who may not see requests. */
  requests: Requests | undefined
}
type Rights = { seesAdmins: boolean; seesWebhooks: boolean }

/** Returns the concerns of this reader, most urgent first, and the kinds that were checked. */
export function concernsOf(findings: Findings, rights: Rights) {
  const checks = checksOf(findings, rights).filter(([, result]) => result !== undefined)
  return {
    checked: checks.map(([kind]) => kind),
    concerns: checks.flatMap(([kind, result]): Concern[] => (result ? [{ kind, ...result }] : [])),
  }
}

function checksOf(
  { counts, seal, requests }: Findings,
  { seesAdmins, seesWebhooks }: Rights,
): Check[] {
  const sum = (ofUsers: keyof Counts, ofAdmins: keyof Counts) =>
    counts[ofUsers] === undefined
      ? undefined
      : counts[ofUsers] + (seesAdmins ? (counts[ofAdmins] ?? 0) : 0)
  const onlyIfSeesAdmins = (...check: Check): Check[] => (seesAdmins ? [check] : [])
  return [
    ...onlyIfSeesAdmins('sealingLate', concernIfOlder(seal.sealedAt ?? seal.firstAt, latestSealMs)),
    ...onlyIfSeesAdmins('usedBreakGlass', concernIfAny(counts.usedBreakGlass)),
    ['waitingApprovals', concernIfAny(requests?.own.count, requests?.own.until)],
    ['undecidedApprovals', concernIfAny(requests?.others.count, requests?.others.until)],
    ['lockedAccounts', concernIfAny(counts.lockedUsers)],
    ...onlyIfSeesAdmins('lockedAdmins', concernIfAny(counts.lockedAdmins)),
    ['blockedAddresses', concernIfAny(sum('blockedAddresses', 'blockedAdminAddresses'))],
    ['undeliveredNotifications', concernIfAny(counts.undeliveredNotifications)],
    ['undeliveredMails', concernIfAny(sum('undeliveredMails', 'undeliveredAdminMails'))],
    ...(seesWebhooks ? [['failingWebhooks', concernIfAny(counts.failingWebhooks)] as const] : []),
    ['expiringInvitations', concernIfAny(counts.expiringInvitations)],
    ['companiesWithoutOwner', concernIfAny(counts.companiesWithoutOwner)],
    ['unfinishedUsers', concernIfAny(counts.unfinishedUsers)],
    ...onlyIfSeesAdmins('unmetRequirements', concernIfAny(counts.unmetRequirements)),
    ['dormantCompanies', concernIfAny(counts.dormantCompanies)],
    // If the command never made a backup, the operator uses another tool.
    ...onlyIfSeesAdmins('oldBackup', concernIfOlder(seal.backupAt, oldestBackupMs)),
  ]
}

function concernIfAny(count: number | undefined, until: Date | null = null): Check[1] {
  if (count === undefined) return undefined
  return count > 0 ? { count, since: null, until } : null
}

function concernIfOlder(time: Date | null | undefined, latestMs: number): Check[1] {
  if (!time) return undefined
  const isOld = Date.now() - time.getTime() > latestMs
  return isOld ? { count: null, since: time, until: null } : null
}
