import type { ConcernKind, OverviewReply } from './contract.ts'
import type { Counts } from './jobs.ts'

type Concern = OverviewReply['concerns'][number]
/** A kind of concern with its result: null if there is none, undefined if it was not checked. */
type Check = readonly [kind: ConcernKind, found: Omit<Concern, 'kind'> | null | undefined]

export type Seal = { sealedAt?: Date | null; firstAt?: Date | null; backupAt?: Date | null }
export type Waiting = { count: number; until: Date | null }
/** Approval requests that the reader may decide (`own`), and those that they see but other admins decide (`others`). */
export type Requests = { own: Waiting; others: Waiting }

const minuteMs = 60_000
/** Age in milliseconds at which sealing is late; an idle log gets a block every fifteen minutes. */
const latestSealMs = 20 * minuteMs
const oldestBackupMs = 48 * 60 * minuteMs

type Known = {
  counts: Partial<Counts> & { unmetRequirements?: number | undefined }
  seal: Seal
  /** Undefined for a reader who may not see requests. */
  requests: Requests | undefined
}
type Rights = { seesAdmins: boolean; seesWebhooks: boolean }

/** Returns the concerns of this reader, most urgent first, and the kinds that were checked. */
export function concernsOf(known: Known, rights: Rights) {
  const checks = checksOf(known, rights).filter(([, found]) => found !== undefined)
  return {
    checked: checks.map(([kind]) => kind),
    concerns: checks.flatMap(([kind, found]): Concern[] => (found ? [{ kind, ...found }] : [])),
  }
}

function checksOf(
  { counts, seal, requests }: Known,
  { seesAdmins, seesWebhooks }: Rights,
): Check[] {
  const sum = (ofUsers: keyof Counts, ofAdmins: keyof Counts) =>
    counts[ofUsers] === undefined
      ? undefined
      : counts[ofUsers] + (seesAdmins ? (counts[ofAdmins] ?? 0) : 0)
  const ofSystem = (...check: Check): Check[] => (seesAdmins ? [check] : [])
  return [
    ...ofSystem('sealingLate', since(seal.sealedAt ?? seal.firstAt, latestSealMs)),
    ...ofSystem('usedBreakGlass', counted(counts.usedBreakGlass)),
    ['waitingApprovals', counted(requests?.own.count, requests?.own.until)],
    ['undecidedApprovals', counted(requests?.others.count, requests?.others.until)],
    ['lockedAccounts', counted(counts.lockedUsers)],
    ...ofSystem('lockedAdmins', counted(counts.lockedAdmins)),
    ['blockedAddresses', counted(sum('blockedAddresses', 'blockedAdminAddresses'))],
    ['undeliveredNotifications', counted(counts.undeliveredNotifications)],
    ['undeliveredMails', counted(sum('undeliveredMails', 'undeliveredAdminMails'))],
    ...(seesWebhooks ? [['failingWebhooks', counted(counts.failingWebhooks)] as const] : []),
    ['expiringInvitations', counted(counts.expiringInvitations)],
    ['companiesWithoutOwner', counted(counts.companiesWithoutOwner)],
    ['unfinishedUsers', counted(counts.unfinishedUsers)],
    ...ofSystem('unmetRequirements', counted(counts.unmetRequirements)),
    ['dormantCompanies', counted(counts.dormantCompanies)],
    // If the command never made a backup, the operator uses another tool.
    ...ofSystem('oldBackup', since(seal.backupAt, oldestBackupMs)),
  ]
}

function counted(count: number | undefined, until: Date | null = null): Check[1] {
  if (count === undefined) return undefined
  return count > 0 ? { count, since: null, until } : null
}

function since(time: Date | null | undefined, latestMs: number): Check[1] {
  if (!time) return undefined
  const isOld = Date.now() - time.getTime() > latestMs
  return isOld ? { count: null, since: time, until: null } : null
}
