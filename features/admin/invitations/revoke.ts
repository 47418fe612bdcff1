import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { revokeInvitation } from '#domain/invitation.ts'
import { voidLinksOfInvitation } from '#domain/link.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { revokeInvitation as endpoint } from './contract.ts'
import { requireStanding } from './resend.ts'

/** Somebody who signs up at the same moment is either first or refused. */
export async function revoke(db: Db, caller: AdminCaller, id: string): Promise<void> {
  await requireStanding(db, id)
  await transaction(db, async (tx) => {
    // The link first, as whoever signs up uses it first.
    await voidLinksOfInvitation(tx, id)
    if (!(await revokeInvitation(tx, id))) throw new Refusal(endpoint.refusals.changedMeanwhile)
    await recordAudit(tx, caller, 'invitation_revoked', { targetId: id })
  })
}
