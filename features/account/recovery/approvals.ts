import type { ApprovalOutcome } from '#contract/approval.ts'
import type { Approval } from '#domain/approval.ts'
import { mayAskInCompany } from '#domain/approval-rights.ts'
import { recordAudit } from '#domain/audit.ts'
import { lostIn, mailRecoveryLink } from '#domain/recovery.ts'
import type { ApprovalWork } from '#domain/second-person.ts'
import { findUser } from '#domain/user.ts'
import type { Transaction } from '#server/db.ts'

/** Mails the link: what it replaces is the user's to choose. */
export const replaceFactorsApproval: ApprovalWork = {
  carryOut: async (tx, approval, actor) => {
    const user = await findUser(tx, approval.targetId)
    if (!user?.active || !user.partnerActive) return 'not possible'
    const hindrance = await hindranceOf(tx, approval, user.partnerId)
    if (hindrance) return hindrance
    const { id: approvalId } = approval
    const linkId = await mailRecoveryLink(tx, user, { lost: lostIn(approval), approvalId })
    await recordAudit(tx, actor, 'recovery_opened', { targetId: user.id, data: { linkId } })
    return undefined
  },
}

/** The company of its deciders may have lost the user, and a colleague who asked the right. */
async function hindranceOf(
  tx: Transaction,
  approval: Approval,
  partnerId: string | null,
): Promise<ApprovalOutcome | undefined> {
  if (approval.partnerId !== null && approval.partnerId !== partnerId) return 'changed meanwhile'
  const { askedKind, askedBy, targetId } = approval
  const isColleague = askedKind === 'user' && askedBy !== targetId
  if (!isColleague || (await mayAskInCompany(tx, approval, askedBy))) return undefined
  return 'asker not allowed'
}
