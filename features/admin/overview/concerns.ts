import type { ConcernKind, OverviewReply } from './contract.ts'
import type { Counts } from './jobs.ts'

type Concern = OverviewReply['concerns'][number]

export type Seal = { sealedAt?: Date | null; firstAt?: Date | null; backupAt?: Date | null }

const minuteMs = 60_000
/** An idle log gets a block every fifteen minutes. */
const latestSealMs = 20 * minuteMs
const oldestBackupMs = 48 * 60 * minuteMs

/** What somebody should look at now, the most urgent first. */
export function concernsOf(
  counts: Partial<Counts> & { unmetRequirements?: number | undefined },
  seal: Seal,
  { seesAdmins }: { seesAdmins: boolean },
): Concern[] {
  const sum = (ofUsers: keyof Counts, ofAdmins: keyof Counts) =>
    (counts[ofUsers] ?? 0) + (seesAdmins ? (counts[ofAdmins] ?? 0) : 0)
  const lastSeal = seal.sealedAt ?? seal.firstAt
  return [
    ...(seesAdmins ? since('sealingLate', lastSeal, latestSealMs) : []),
    ...(seesAdmins ? counted('usedBreakGlass', counts.usedBreakGlass) : []),
    ...counted('lockedAccounts', counts.lockedUsers),
    ...(seesAdmins ? counted('lockedAdmins', counts.lockedAdmins) : []),
    ...counted('blockedAddresses', sum('blockedAddresses', 'blockedAdminAddresses')),
    ...counted('undeliveredNotifications', counts.undeliveredNotifications),
    ...counted('undeliveredMails', sum('undeliveredMails', 'undeliveredAdminMails')),
    ...counted('expiringInvitations', counts.expiringInvitations),
    ...counted('companiesWithoutOwner', counts.companiesWithoutOwner),
    ...counted('unfinishedUsers', counts.unfinishedUsers),
    ...(seesAdmins ? counted('unmetRequirements', counts.unmetRequirements) : []),
    ...counted('dormantCompanies', counts.dormantCompanies),
    // Where no backup was ever made by a command, the operator makes them elsewhere.
    ...(seesAdmins ? since('oldBackup', seal.backupAt, oldestBackupMs) : []),
  ]
}

function counted(kind: ConcernKind, count = 0): Concern[] {
  return count > 0 ? [{ kind, count, since: null }] : []
}

function since(kind: ConcernKind, time: Date | null | undefined, latestMs: number): Concern[] {
  const isOld = time && Date.now() - time.getTime() > latestMs
  return isOld ? [{ kind, count: null, since: time }] : []
}
