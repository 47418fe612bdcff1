import type { Body, Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { invalidField, Refusal } from '#contract/refusal.ts'
import { runOncePerKey } from '#domain/service-accounts/idempotency-key.ts'
import { addInvitation, createInvitationLink } from '#domain/invitations/invitation.ts'
import { findPlatformByUrl } from '#domain/platforms/subsystem.ts'
import type { PlatformCaller } from '#server/caller.ts'
import { db, row, type Transaction } from '#server/db.ts'
import { enqueueJob } from '#domain/jobs/job.ts'
import { inviteToPlatform as endpoint } from './contract.ts'

type Invitation = Body<typeof endpoint>
type Answer = Reply<typeof endpoint>

const { idempotencyKeyReused, partnerInactive } = endpoint.refusals

/**
 * Creates an invitation once per idempotency key; all requests with the key get the same answer. Throws the errors of
 * `requireCompany` and `requireOwnTarget`, and `idempotencyKeyReused` for a key of another body.
 */
export async function invite(
  caller: PlatformCaller,
  key: string,
  invitation: Invitation,
): Promise<Answer> {
  const { platformId } = caller
  const request = { owner: `invitations of ${platformId}`, key, body: invitation }
  // Validation is inside, so that a retried request gets the first answer even if it has become invalid since.
  const result = await runOncePerKey(db, request, async (tx): Promise<Answer> => {
    const partnerId = await requireCompany(tx, platformId, invitation.partnerId)
    const redirectUrl = await requireOwnTarget(tx, platformId, invitation)
    const validated = { ...invitation, partnerId, redirectUrl, subsystems: [platformId] }
    const id = await addInvitation(tx, caller, validated)
    const linkId = await createInvitationLink(tx, caller, { ...validated, id })
    // A job looks up the address, so that neither the response nor its duration reveals to the platform whether an
    // account exists.
    await enqueueJob(tx, 'platform-invitation', { invitationId: id, linkId })
    return { id, state: 'open' }
  })
  if (!result) throw new Refusal(idempotencyKeyReused)
  return result.answer
}

/**
 * Returns the id of an active company that uses the platform. A company without a list of platforms uses those on which
 * one of its users has an account. Throws `unknownPartner` for any other company, `partnerInactive` if it is inactive.
 */
async function requireCompany(tx: Transaction, platformId: string, partnerId: string) {
  const company = await row<{ id: string; active: boolean }>(tx)`
    select p.id, p.active from partners p
    where p.id = ${isId(partnerId) ? partnerId : null}
      and (${platformId} = any(p.subsystems) or (p.subsystems is null and exists (
        select from users u join subsystem_accounts a on a.user_id = u.id
        where u.partner_id = p.id and a.subsystem_id = ${platformId})))`
  if (!company) throw invalidField('partnerId', 'unknownPartner')
  if (!company.active) throw new Refusal(partnerInactive)
  return company.id
}

/** Returns the redirect URL. Throws 400001 unless the platform invites and redirects only to itself. */
async function requireOwnTarget(
  tx: Transaction,
  platformId: string,
  { subsystems = [platformId], redirectUrl }: Invitation,
): Promise<string | undefined> {
  const isOnlyItself = subsystems.length > 0 && subsystems.every((id) => id === platformId)
  if (!isOnlyItself) throw invalidField('subsystems', 'unknownPlatform')
  if (!redirectUrl) return undefined
  const target = await findPlatformByUrl(tx, redirectUrl)
  if (target?.platform.id !== platformId) throw invalidField('redirectUrl', 'notOfAPlatform')
  return target.href
}
