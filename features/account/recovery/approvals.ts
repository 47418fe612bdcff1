import { recordAudit } from '#domain/audit/audit.ts'
import { lostIn, mailRecoveryLink } from '#domain/sign-in/recovery.ts'
import type { ApprovalExecutor } from '#domain/approvals/carry-out.ts'
import { findUser } from '#domain/accounts/user.ts'

/** Emails the recovery link; on its page the user chooses which factors to replace. */
export const replaceFactorsApproval: ApprovalExecutor = {
  carryOut: async (tx, approval, actor) => {
    const user = await findUser(tx, approval.targetId)
    if (!user?.active || !user.partnerActive) return 'not possible'
    const { id: approvalId, partnerId } = approval
    // The user may have left the company of the approvers.
    if (partnerId !== null && partnerId !== user.partnerId) return 'changed meanwhile'
    const linkId = await mailRecoveryLink(tx, user, { lost: lostIn(approval), approvalId })
    await recordAudit(tx, actor, 'recovery_opened', { targetId: user.id, data: { linkId } })
    return undefined
  },
}
