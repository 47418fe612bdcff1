import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { companyArea, type Actor } from '#domain/audit/audit.ts'
import { joinCompany } from '#domain/companies/company-membership.ts'
import { lockCompany } from '#domain/companies/company-role.ts'
import { closeInvitation, findInvitation, type Invitation } from '#domain/invitations/invitation.ts'
import { voidLinksOf } from '#domain/sign-in/link.ts'
import { findOffered, isOfCompany } from '#domain/platforms/offered-platform.ts'
import {
  lockPlatformAccounts,
  setPlatformAccounts,
} from '#domain/platform-access/platform-account.ts'
import { rolesFor, withoutRemovedRoles } from '#domain/platforms/platform-role.ts'
import type { UserCaller } from '#server/caller.ts'
import { byName } from '#server/collation.ts'
import { db, rows, transaction, type Db, type Transaction } from '#server/db.ts'

type OwnInvitation = {
  id: string
  partnerId: string
  company: string
  platforms: { id: string; name: string }[]
  accessExpiresAt: Date | null
  expiresAt: Date
}

/**
 * Returns open invitations by companies' own administrators to the address of a user without a company. No token is
 * needed, because a user logged in with the address is the invited user.
 */
export function findOwnInvitations(tx: Db, userId: string): Promise<OwnInvitation[]> {
  return rows<OwnInvitation>(tx)`
    select i.id, i.partner_id, p.name as company, i.access_expires_at, l.expires_at,
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name ${byName}), '[]')
            from subsystems s where s.id = any(i.subsystems) and s.active and ${isOfCompany}) as platforms
    from users u join invitations i on i.email = u.email join partners p on p.id = i.partner_id
    join lateral (select max(expires_at) as expires_at from one_time_links
                  where invitation_id = i.id and voided_at is null and created_by like 'user:%') l
      on l.expires_at > now()
    where u.id = ${userId} and u.partner_id is null and u.active and p.active
      and i.accepted_at is null and i.revoked_at is null
    order by i.id desc`
}

/**
 * Accepts an invitation. Throws 404001 if it belongs to another user or is no longer open, or if its company is
 * deactivated.
 */
export async function join(caller: UserCaller, id: string): Promise<void> {
  const { userId } = caller
  const actor = { ...caller, area: companyArea }
  await transaction(db, async (tx) => {
    const candidate = isId(id) ? await findInvitation(tx, id) : undefined
    if (!candidate) throw new Refusal(commonErrors.notFound)
    await lockCompany(tx, candidate.partnerId)
    await lockPlatformAccounts(tx, userId)
    const ownInvitations = await findOwnInvitations(tx, userId)
    const isOwn = ownInvitations.some((each) => each.id === candidate.id)
    // The invitation is read again, because it may have changed before the locks were acquired.
    const invitation = isOwn ? await findInvitation(tx, candidate.id) : undefined
    if (!invitation) throw new Refusal(commonErrors.notFound)
    const { partnerId } = invitation
    await joinCompany(tx, actor, { partnerId, invitationId: invitation.id })
    // Links before invitations, as in the sign-up, so that the two cannot deadlock.
    await voidLinksOf(tx, invitation.id)
    if (!(await closeInvitation(tx, invitation.id, 'accepted')))
      throw new Refusal(commonErrors.notFound)
    await grantInvitedPlatforms(tx, actor, invitation)
  })
}

/** Grants exactly the invitation's platforms. Access left from an earlier company is not kept. */
async function grantInvitedPlatforms(
  tx: Transaction,
  actor: Actor & { userId: string },
  { partnerId, subsystems, accessExpiresAt: expiresAt, ...invitation }: Invitation,
): Promise<void> {
  // The user is read again, because `joinCompany` has changed the user's company.
  const userAccounts = await lockPlatformAccounts(tx, actor.userId)
  if (!userAccounts) throw new Refusal(commonErrors.notFound)
  const offered = await findOffered(tx, partnerId, subsystems)
  const platformRoles = await withoutRemovedRoles(tx, invitation.platformRoles)
  const wanted = offered.map((id) => ({ id, expiresAt, roles: rolesFor({ platformRoles }, id) }))
  await setPlatformAccounts(tx, actor, userAccounts, { wanted, reason: 'invitation' })
}
