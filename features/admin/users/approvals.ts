import type { AskedApprovalReply } from '#contract/approval.ts'
import type { ApprovalExecutor } from '#domain/approvals/carry-out.ts'
import { askSecondPerson } from '#domain/approvals/second-person.ts'
import { setUserActive } from '#domain/accounts/user-activation.ts'
import { findOwnLock, findUser } from '#domain/accounts/user.ts'
import type { AdminCaller } from '#server/caller.ts'
import type { Transaction } from '#server/db.ts'

/**
 * Requests two-person approval to unlock an account. Returns undefined, without a request, if the user has not locked
 * the account or if no approval is required.
 */
export async function askToUnlock(
  tx: Transaction,
  caller: AdminCaller,
  targetId: string,
  reason = '',
): Promise<AskedApprovalReply | undefined> {
  const lockedSince = await findOwnLock(tx, targetId)
  if (!lockedSince) return undefined
  return askSecondPerson(tx, caller, {
    kind: 'user-unlock',
    targetId,
    targetVersion: null,
    before: { active: false, lockedSince: lockedSince.toISOString() },
    proposal: { active: true },
    reason,
  })
}

export const userUnlockApproval: ApprovalExecutor = {
  carryOut: async (tx, { targetId, before, reason }, actor) => {
    const user = await findUser(tx, targetId)
    if (!user) return 'not possible'
    // If the user has locked the account again since, unlocking needs a new request.
    const lockedSince = await findOwnLock(tx, targetId)
    if (lockedSince?.toISOString() !== before['lockedSince']) return 'changed meanwhile'
    await setUserActive(tx, actor, user, { active: true, reason, opensLocked: true })
    return undefined
  },
}
