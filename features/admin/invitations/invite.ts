import type { Body, Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit/audit.ts'
import {
  acceptForUser,
  addInvitation as addInvitationRow,
  closeInvitation,
  createInvitation,
  findInvitation,
  mailLink,
  type Guest,
  type InvitationIds,
  type Invitation,
} from '#domain/invitations/invitation.ts'
import { findInvitationState } from '#domain/invitations/invitation-state.ts'
import { voidLinksOf } from '#domain/sign-in/link.ts'
import { findPartner, findOrCreatePartner, type Partner } from '#domain/companies/partner.ts'
import { requireInvitedRoles } from '#domain/platforms/platform-role.ts'
import { listSubsystems, findPlatformByUrl } from '#domain/platforms/subsystem.ts'
import { findUserByEmail, type User } from '#domain/accounts/user.ts'
import type { AdminOrService } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { addInvitation, resendInvitation } from './contract.ts'

const { unableToProcess, userInactive, userOfOtherCompany } = addInvitation.refusals
const { notFound, changedMeanwhile, partnerInactive } = resendInvitation.refusals

/** Invites a user on behalf of an admin. Throws 400001, partnerInactive, and the errors of `grantTo`. */
export async function inviteGuest(
  db: Db,
  caller: AdminOrService,
  input: Body<typeof addInvitation>,
): Promise<Reply<typeof addInvitation>> {
  const partnerId = await requireCompany(db, input.partnerId, input.subsystems, 'partnerId')
  await requireInvitedRoles(db, input)
  const redirectUrl = await requireRedirectUrl(db, input.redirectUrl)
  const guest = { ...input, partnerId, redirectUrl }
  const { invitationId: id, added } = await transaction(db, (tx) =>
    inviteOrGrant(tx, caller, guest),
  )
  return { id, added }
}

/** Returns the id of an active company that has the platforms. Throws 400001 or partnerInactive. */
export async function requireCompany(
  db: Db,
  id: string,
  subsystems: readonly string[],
  field: string,
): Promise<string> {
  const partner = isId(id) ? await findPartner(db, id) : undefined
  if (!partner) throw invalidField(field, 'unknownPartner')
  if (!partner.active) throw new Refusal(partnerInactive)
  await requirePlatforms(db, partner, subsystems)
  return partner.id
}

/** Returns the normalized URL. Throws 400001 unless it belongs to a platform. */
export async function requireRedirectUrl(
  db: Db,
  input: string | undefined,
): Promise<string | undefined> {
  const redirectUrl = (await findPlatformByUrl(db, input))?.href
  if (input && !redirectUrl) throw invalidField('redirectUrl', 'notOfAPlatform')
  return redirectUrl
}

/**
 * Invites a user from a command, or grants the platforms to a user with an account. Creates the company if its name is
 * unknown. Throws 400001, partnerInactive, and the errors of `grantTo`.
 */
export function inviteByName(
  db: Db,
  actor: Actor,
  { company, ...guest }: GuestOfCompany,
): Promise<InviteResult> {
  return transaction(db, async (tx) => {
    const partnerId = await findOrCreatePartner(tx, company)
    await requireCompany(tx, partnerId, guest.subsystems, 'company')
    return inviteOrGrant(tx, actor, { ...guest, partnerId })
  })
}

type GuestOfCompany = Omit<Guest, 'partnerId'> & { company: string }
type InviteResult = (InvitationIds & { added: null }) | { invitationId: string; added: string[] }

/** Invites a new user, or grants the platforms to a user with an account. Throws the errors of `grantTo`. */
export async function inviteOrGrant(
  tx: Transaction,
  actor: Actor,
  guest: Guest,
): Promise<InviteResult> {
  const user = await findUserByEmail(tx, guest.email)
  if (!user) return { ...(await createInvitation(tx, actor, guest)), added: null }
  const invitationId = await addInvitationRow(tx, actor, guest)
  const invitation = {
    ...guest,
    id: invitationId,
    redirectUrl: guest.redirectUrl ?? null,
    subsystems: [...guest.subsystems],
    accessExpiresAt: guest.accessExpiresAt ?? null,
    platformRoles: guest.platformRoles ?? [],
  }
  return { invitationId, added: await grantTo(tx, actor, user, invitation) }
}

/**
 * Grants the platforms to a user. Throws userOfOtherCompany with the company's name, unableToProcess, userInactive or
 * 400001 `accessDeactivated`.
 */
async function grantTo(
  tx: Transaction,
  actor: Actor,
  user: User,
  invitation: Parameters<typeof acceptForUser>[2],
): Promise<string[]> {
  const field = 'email'
  if (user.partnerId === null) {
    const code = unableToProcess
    throw new Refusal(code, { faults: [{ code, field, rule: 'hasAccount' }] })
  }
  if (user.partnerId !== invitation.partnerId) {
    const code = userOfOtherCompany
    const company = (await findPartner(tx, user.partnerId))?.name
    throw new Refusal(code, { faults: [{ code, field, company }] })
  }
  if (!user.active) throw new Refusal(userInactive, { field })
  const added = await acceptForUser(tx, actor, invitation, user.id)
  if (!added) throw invalidField('subsystems', 'accessDeactivated')
  return added
}

async function requirePlatforms(
  db: Db,
  { subsystems }: Partner,
  ids: readonly string[],
): Promise<void> {
  const existingIds = (await listSubsystems(db)).map(({ id }) => id)
  const offeredIds = existingIds.filter((id) => subsystems?.includes(id) ?? true)
  if (!ids.every((id) => offeredIds.includes(id)))
    throw invalidField('subsystems', 'unknownPlatform')
}

/** Invites a user for seeds, without any checks. Creates the company if its name is unknown. */
export function invite(
  db: Db,
  actor: Actor,
  { company, ...guest }: GuestOfCompany,
): Promise<InvitationIds> {
  return transaction(db, async (tx) =>
    createInvitation(tx, actor, { ...guest, partnerId: await findOrCreatePartner(tx, company) }),
  )
}

/**
 * Emails a new link and invalidates the earlier one. Grants the platforms instead if the user has an account by now.
 * Throws 404001, 409001 for an accepted or revoked invitation, partnerInactive, and the errors of `grantTo`.
 */
export async function resend(
  db: Db,
  caller: AdminOrService,
  id: string,
): Promise<Reply<typeof resendInvitation>> {
  const invitation = await requirePending(db, id)
  if (!invitation.partnerActive) throw new Refusal(partnerInactive)
  return transaction(db, async (tx) => {
    const user = await findUserByEmail(tx, invitation.email)
    const added = user ? await grantTo(tx, caller, user, invitation) : null
    const linkId = user ? undefined : await mailLink(tx, caller, invitation)
    await recordAudit(tx, caller, 'invitation_resent', { targetId: id, data: { linkId } })
    return { added }
  })
}

/** Returns an open or expired invitation. Throws 409001 if it was accepted or revoked, and 404001 for an unknown id. */
export async function requirePending(db: Db, id: string): Promise<Invitation> {
  const invitation = isId(id) ? await findInvitation(db, id) : undefined
  if (invitation) return invitation
  const state = isId(id) ? await findInvitationState(db, id) : undefined
  throw new Refusal(state === undefined ? notFound : changedMeanwhile)
}

/** Revokes an invitation and voids its link. Throws 404001, and 409001 if it was accepted or revoked already. */
export async function revoke(db: Db, caller: AdminOrService, id: string): Promise<void> {
  await requirePending(db, id)
  await transaction(db, async (tx) => {
    // A sign-up locks the link before the invitation, too. In this order, a concurrent sign-up waits instead of
    // deadlocking, and the later of the two fails.
    await voidLinksOf(tx, id)
    if (!(await closeInvitation(tx, id, 'revoked'))) throw new Refusal(changedMeanwhile)
    await recordAudit(tx, caller, 'invitation_revoked', { targetId: id })
  })
}
