import { commonErrors, Refusal } from '#contract/refusal.ts'
import type { AskedApprovalReply } from '#contract/approval.ts'
import { companyArea } from '#domain/audit/audit.ts'
import { requireColleague } from '#domain/companies/colleague.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { askForReplacement } from '#domain/sign-in/recovery.ts'
import { replyFor } from '#domain/approvals/second-person.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, transaction } from '#server/db.ts'

/**
 * Requests the recovery of a user's account. Always needs two-person approval, so that no single administrator can take
 * over an account. Throws `approvalPending`, `noSecondPerson`, 403001 for the caller, and 404001 for a user of another
 * company.
 */
export async function recoverColleague(
  caller: UserCaller,
  id: string,
  reason: string,
): Promise<AskedApprovalReply> {
  const { partnerId } = await getDelegation(db, caller.userId)
  const actor = { ...caller, area: companyArea }
  return transaction(db, async (tx) => {
    const user = await requireColleague(tx, partnerId, id)
    if (user.id === caller.userId) throw new Refusal(commonErrors.forbidden)
    const requester = { kind: 'user', id: caller.userId } as const
    const request = { user, lost: 'factors', reason } as const
    return replyFor(await askForReplacement(tx, actor, requester, request))
  })
}
