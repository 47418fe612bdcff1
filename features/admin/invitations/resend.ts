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

/** A new mail with a new link; what was mailed before opens nothing any more. */
export async function resend(db: Db, caller: AdminCaller, id: string): Promise<void> {
  const invitation = await requireStanding(db, id)
  if (!invitation.partnerActive) throw new Refusal(partnerInactive)
  await transaction(db, async (tx) => {
    const linkId = await mailLink(tx, caller, invitation)
    await recordAudit(tx, caller, 'invitation_resent', { targetId: id, data: { linkId } })
  })
}

/** One that was accepted or revoked is told from one that never was. */
export async function requireStanding(db: Db, id: string): Promise<Invitation> {
  const invitation = isId(id) ? await findInvitation(db, id) : undefined
  if (invitation) return invitation
  const isKnown = isId(id) && (await findInvitationState(db, id)) !== undefined
  throw new Refusal(isKnown ? changedMeanwhile : notFound)
}
