import type { Body } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { invalidField, Refusal } from '#contract/refusal.ts'
import type { Actor } from '#domain/audit.ts'
import { createInvitation, type Guest, type Invited } from '#domain/invitation.ts'
import { findPartner, findOrCreatePartner, type Partner } from '#domain/partner.ts'
import { listSubsystems, findPlatformUrl } from '#domain/subsystem.ts'
import { findUserByEmail } from '#domain/user.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { addInvitation as endpoint } from './contract.ts'

/** For an admin. Throws 400001, partnerInactive or unableToProcess; returns the id of the invitation. */
export async function inviteGuest(
  db: Db,
  caller: AdminCaller,
  sent: Body<typeof endpoint>,
): Promise<string> {
  const partner = isId(sent.partnerId) ? await findPartner(db, sent.partnerId) : undefined
  if (!partner) throw invalidField('partnerId', 'unknownPartner')
  if (!partner.active) throw new Refusal(endpoint.refusals.partnerInactive)
  await requirePlatforms(db, partner, sent.subsystems)
  const redirectUrl = sent.redirectUrl ? await findPlatformUrl(db, sent.redirectUrl) : undefined
  if (sent.redirectUrl && !redirectUrl) throw invalidField('redirectUrl', 'notOfAPlatform')
  if (await findUserByEmail(db, sent.email)) {
    const code = endpoint.refusals.unableToProcess
    throw new Refusal(code, { faults: [{ code, field: 'email', rule: 'hasAccount' }] })
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
