import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { revokeInvitation } from '#domain/invitation.ts'
import { voidLinksOfInvitation } from '#domain/link.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { revokeInvitation as endpoint } from './contract.ts'
import { requireOpen } from './resend.ts'

export async function revoke(db: Db, caller: AdminCaller, id: string): Promise<void> {
  await requireOpen(db, id)
  await transaction(db, async (tx) => {
    // The link first, in the order of the sign-up: of two at once one waits and then fails.
    await voidLinksOfInvitation(tx, id)
    if (!(await revokeInvitation(tx, id))) throw new Refusal(endpoint.refusals.changedMeanwhile)
    await recordAudit(tx, caller, 'invitation_revoked', { targetId: id })
  })
}
