import { randomUUID } from 'node:crypto'
import type { Body, Reply } from '#contract/endpoint.ts'
import type { GuestRow } from '#contract/guest-row.ts'
import { errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { companyArea, type Actor } from '#domain/audit/audit.ts'
import {
  getDelegation,
  lockCompany,
  requireSeats,
  type Delegation,
} from '#domain/companies/company-role.ts'
import { checkRows, requireValidRows } from '#domain/invitations/guest-check.ts'
import { runOncePerKey } from '#domain/service-accounts/idempotency-key.ts'
import { acceptForUser, addInvitation, addInvitations } from '#domain/invitations/invitation.ts'
import { requireInvitedRoles, type PlatformRoles } from '#domain/platforms/platform-role.ts'
import { findUserByEmail, getUser } from '#domain/accounts/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, type Transaction } from '#server/db.ts'
import { enqueueJobs } from '#domain/jobs/job.ts'
import type { inviteColleagues as endpoint } from './contract.ts'
import { requireWithinDailyInvitations } from './daily-limit.ts'

type Input = Body<typeof endpoint>
type Answer = Reply<typeof endpoint>

/**
 * Invites all users or none (atomic), once per idempotency key. A job looks up addresses outside the company (jobs.ts),
 * so that neither the response nor its duration reveals whether an account exists. Throws 400001 that names each
 * invalid row, `beyondDelegation`, `tooManyRequests`, and `idempotencyKeyReused` if the key was used with another body.
 */
export async function invite(caller: UserCaller, key: string, input: Input): Promise<Answer> {
  const delegation = await getDelegation(db, caller.userId)
  const request = { owner: `company invitations of ${caller.userId}`, key, body: input }
  const result = await runOncePerKey(db, request, (tx) => inviteAll(tx, caller, delegation, input))
  if (!result) throw new Refusal(errorCodes.idempotencyKeyReused)
  return result.answer
}

/** Throws `beyondDelegation` for a platform to which the company's administrators may not grant access. */
export function requireDelegated(delegation: Delegation, ids: readonly string[]): void {
  const areDelegated = ids.every((id) => delegation.subsystems.includes(id))
  if (!areDelegated) throw new Refusal(errorCodes.beyondDelegation)
}

async function inviteAll(
  tx: Transaction,
  caller: UserCaller,
  delegation: Delegation,
  { users, subsystems, platformRoles = [], expiresAt }: Input,
): Promise<Answer> {
  const { partnerId } = delegation
  requireDelegated(delegation, subsystems)
  await requireInvitedRoles(tx, { subsystems, platformRoles, byCompany: true })
  // Calls of one company run one after another, so that seats and daily invitations are counted correctly.
  await lockCompany(tx, partnerId)
  const { email: callerEmail } = await getUser(tx, caller.userId)
  const checked = await checkRows(tx, {
    companyId: partnerId,
    subsystems,
    platformRoles,
    rows: users,
    scope: { companyId: partnerId },
    callerEmail,
  })
  requireValidRows(checked)
  // The other rows are users of the company, who are granted access below.
  const guests = users.filter((_, index) => checked[index]?.outcome === 'invite')
  const actor = { ...caller, area: companyArea }
  const accessExpiresAt = expiresAt ? new Date(expiresAt) : null
  const terms = { partnerId, subsystems, accessExpiresAt, platformRoles }
  const added = await addInvitations(tx, actor, { ...terms, guests, batchId: randomUUID() })
  if (guests.length > 0) await requireWithinDailyInvitations(tx, partnerId)
  if (guests.length > 0) await requireSeats(tx, delegation)
  const jobs = added.map(({ id, linkId }) => ({ invitationId: id, linkId }))
  await enqueueJobs(tx, 'company-invitation', jobs)
  const newIds = new Map(added.map(({ email, id }) => [email, id]))
  const answer: Answer = []
  for (const user of users) {
    const { email } = user
    const newId = newIds.get(email)
    const id = newId ?? (await grantTo(tx, actor, { ...user, ...terms }))
    answer.push({ id, email, state: newId === undefined ? 'accepted' : 'open' })
  }
  return answer
}

type Terms = {
  partnerId: string
  subsystems: string[]
  accessExpiresAt: Date | null
  platformRoles: PlatformRoles
}

/**
 * Grants the platforms to a user of the company immediately and notifies the user. Returns the id of the accepted
 * invitation.
 */
async function grantTo(tx: Transaction, actor: Actor, guest: GuestRow & Terms): Promise<string> {
  const user = await findUserByEmail(tx, guest.email)
  if (user?.partnerId !== guest.partnerId) throw new Refusal(errorCodes.invalidInput)
  const id = await addInvitation(tx, actor, guest)
  const invitation = { ...guest, id, redirectUrl: null }
  const changedPlatforms = await acceptForUser(tx, actor, invitation, user.id)
  if (!changedPlatforms) throw invalidField('subsystems', 'accessDeactivated')
  return id
}
