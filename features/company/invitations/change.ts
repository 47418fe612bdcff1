import { isId } from '#contract/fields.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { companyArea, recordAudit } from '#domain/audit/audit.ts'
import { getDelegation, lockCompany, requireSeats } from '#domain/companies/company-role.ts'
import {
  closeInvitation,
  createInvitationLink,
  findInvitation,
  type Invitation,
} from '#domain/invitations/invitation.ts'
import { findInvitationState } from '#domain/invitations/invitation-state.ts'
import { voidLinksOf } from '#domain/sign-in/link.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, transaction, type Transaction } from '#server/db.ts'
import { enqueueJob } from '#domain/jobs/job.ts'
import { requireWithinDailyInvitations } from './daily-limit.ts'

/**
 * Sends an invitation of the company again and voids the earlier link. A job selects the mail (jobs.ts), because the
 * mail depends on whether the address has an account. Throws the errors of `requireOpen`, `beyondDelegation` if no seat
 * is free, and `tooManyRequests`.
 */
export async function resend(caller: UserCaller, id: string): Promise<void> {
  const delegation = await getDelegation(db, caller.userId)
  const actor = { ...caller, area: companyArea }
  await transaction(db, async (tx) => {
    await lockCompany(tx, delegation.partnerId)
    const invitation = await requireOpen(tx, delegation.partnerId, id)
    // The daily limit counts links, so the link is created first.
    const linkId = await createInvitationLink(tx, actor, invitation)
    await requireWithinDailyInvitations(tx, delegation.partnerId)
    // An expired invitation takes up a seat again.
    await requireSeats(tx, delegation)
    await recordAudit(tx, actor, 'invitation_resent', { targetId: id, data: { linkId } })
    await enqueueJob(tx, 'company-invitation', { invitationId: id, linkId })
  })
}

/** Revokes an open invitation and voids its link. Throws the errors of `requireOpen`. */
export async function revoke(caller: UserCaller, id: string): Promise<void> {
  const { partnerId } = await getDelegation(db, caller.userId)
  const actor = { ...caller, area: companyArea }
  await transaction(db, async (tx) => {
    await requireOpen(tx, partnerId, id)
    // The link is voided first, as in the sign-up: of two concurrent requests, one waits and then fails.
    await voidLinksOf(tx, id)
    if (!(await closeInvitation(tx, id, 'revoked'))) throw new Refusal(errorCodes.changedMeanwhile)
    await recordAudit(tx, actor, 'invitation_revoked', { targetId: id })
  })
}

/**
 * Returns an invitation that was neither accepted nor revoked; its link may have expired. Throws 404001 for an unknown
 * id and for an invitation of another company, and 409001 for one that was accepted or revoked.
 */
async function requireOpen(tx: Transaction, partnerId: string, id: string): Promise<Invitation> {
  const invitation = isId(id) ? await findInvitation(tx, id) : undefined
  if (invitation?.partnerId === partnerId) return invitation
  const state = isId(id) ? await findInvitationState(tx, id) : undefined
  const isOfCompany = state?.partnerId === partnerId
  throw new Refusal(isOfCompany ? errorCodes.changedMeanwhile : commonErrors.notFound)
}
