import type { Body } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit.ts'
import {
  closeInvitation,
  createInvitation,
  findInvitation,
  findInvitationState,
  mailLink,
  type Guest,
  type Invited,
  type Invitation,
} from '#domain/invitation.ts'
import { voidLinksOf } from '#domain/link.ts'
import { findPartner, findOrCreatePartner, type Partner } from '#domain/partner.ts'
import { listSubsystems, findPlatformByUrl } from '#domain/subsystem.ts'
import { findUserByEmail } from '#domain/user.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { addInvitation, resendInvitation } from './contract.ts'

const { unableToProcess } = addInvitation.refusals
const { notFound, changedMeanwhile, partnerInactive } = resendInvitation.refusals

/** For an admin. Throws 400001, partnerInactive or unableToProcess; returns the id of the invitation. */
export async function inviteGuest(
  db: Db,
  caller: AdminCaller,
  sent: Body<typeof addInvitation>,
): Promise<string> {
  const partner = isId(sent.partnerId) ? await findPartner(db, sent.partnerId) : undefined
  if (!partner) throw invalidField('partnerId', 'unknownPartner')
  if (!partner.active) throw new Refusal(partnerInactive)
  await requirePlatforms(db, partner, sent.subsystems)
  const redirectUrl = (await findPlatformByUrl(db, sent.redirectUrl))?.href
  if (sent.redirectUrl && !redirectUrl) throw invalidField('redirectUrl', 'notOfAPlatform')
  if (await findUserByEmail(db, sent.email)) {
    const fault = { code: unableToProcess, field: 'email', rule: 'hasAccount' }
    throw new Refusal(fault.code, { faults: [fault] })
  }
  const guest = { ...sent, partnerId: partner.id, redirectUrl }
  const { invitationId } = await transaction(db, (tx) => createInvitation(tx, caller, guest))
  return invitationId
}

async function requirePlatforms(
  db: Db,
  { subsystems }: Partner,
  wanted: readonly string[],
): Promise<void> {
  const known = (await listSubsystems(db)).map(({ id }) => id)
  const isOpen = (id: string) =>
    known.includes(id) && (subsystems === null || subsystems.includes(id))
  if (!wanted.every(isOpen)) throw invalidField('subsystems', 'unknownPlatform')
}

/** For commands and seeds: creates the company if its name is unknown, and checks nothing. */
export function invite(
  db: Db,
  actor: Actor,
  { company, ...guest }: Omit<Guest, 'partnerId'> & { company: string },
): Promise<Invited> {
  return transaction(db, async (tx) =>
    createInvitation(tx, actor, { ...guest, partnerId: await findOrCreatePartner(tx, company) }),
  )
}

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
async function requireOpen(db: Db, id: string): Promise<Invitation> {
  const invitation = isId(id) ? await findInvitation(db, id) : undefined
  if (invitation) return invitation
  const isKnown = isId(id) && (await findInvitationState(db, id)) !== undefined
  throw new Refusal(isKnown ? changedMeanwhile : notFound)
}

export async function revoke(db: Db, caller: AdminCaller, id: string): Promise<void> {
  await requireOpen(db, id)
  await transaction(db, async (tx) => {
    // The link first, in the order of the sign-up: of two at once one waits and then fails.
    await voidLinksOf(tx, id)
    if (!(await closeInvitation(tx, id, 'revoked'))) throw new Refusal(changedMeanwhile)
    await recordAudit(tx, caller, 'invitation_revoked', { targetId: id })
  })
}
