import { isId } from '#contract/fields.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import {
  findInvitation,
  findInvitationState,
  mailLink,
  type Invitation,
} from '#domain/invitation.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { resendInvitation } from './contract.ts'

const { notFound, changedMeanwhile, partnerInactive } = resendInvitation.refusals

/** Mails a new link; the earlier one stops working. */
export async function resend(db: Db, caller: AdminCaller, id: string): Promise<void> {
  const invitation = await requireOpen(db, id)
  if (!invitation.partnerActive) throw new Refusal(partnerInactive)
  await transaction(db, async (tx) => {
    const linkId = await mailLink(tx, caller, invitation)
    await recordAudit(tx, caller, 'invitation_resent', { targetId: id, data: { linkId } })
  })
}

/** Throws 409001 for an accepted or revoked invitation, 404001 for an unknown id. */
export async function requireOpen(db: Db, id: string): Promise<Invitation> {
  const invitation = isId(id) ? await findInvitation(db, id) : undefined
  if (invitation) return invitation
  const isKnown = isId(id) && (await findInvitationState(db, id)) !== undefined
  throw new Refusal(isKnown ? changedMeanwhile : notFound)
}
