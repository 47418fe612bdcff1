import type { Body } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { createInvitation } from '#domain/invitation.ts'
import { findPartner, type Partner } from '#domain/partner.ts'
import { listSubsystems, findPlatformUrl } from '#domain/subsystem.ts'
import { findUserByEmail } from '#domain/user.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { addInvitation as endpoint } from './contract.ts'

type Sent = Body<typeof endpoint>

/** An admin's wish is checked against what stands: company, platforms, address, and where it shall lead. */
export async function inviteGuest(db: Db, caller: AdminCaller, sent: Sent): Promise<string> {
  const partner = isId(sent.partnerId) ? await findPartner(db, sent.partnerId) : undefined
  if (!partner) throw wrong('partnerId', 'unknownPartner')
  if (!partner.active) throw new Refusal(endpoint.refusals.partnerInactive)
  await requirePlatforms(db, partner, sent.subsystems)
  const redirectUrl = sent.redirectUrl ? await findPlatformUrl(db, sent.redirectUrl) : undefined
  if (sent.redirectUrl && !redirectUrl) throw wrong('redirectUrl', 'notOfAPlatform')
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
  if (!wanted.every(isOpen)) throw wrong('subsystems', 'unknownPlatform')
}

function wrong(field: string, rule: string): Refusal {
  const code = commonErrors.invalidInput
  return new Refusal(code, { faults: [{ code, field, rule }] })
}
