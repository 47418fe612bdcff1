import { isId } from '#contract/fields.ts'
import { commonErrors, errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { changeCompany } from '#domain/companies/company-membership.ts'
import { lockCompany } from '#domain/companies/company-role.ts'
import { acceptForUser, listOpenInvitations } from '#domain/invitations/invitation.ts'
import { findPartner } from '#domain/companies/partner.ts'
import { lockPlatformAccounts } from '#domain/platform-access/platform-account.ts'
import { endSessionsOf } from '#domain/sessions/session.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { getListedUser, requireUser, type ListedUser } from './list.ts'

type Move = { id: string; companyId: string; reason: string }

/**
 * Moves a user to another company, ends the user's sessions, and accepts the open invitations from that company. Throws
 * 403001 for an admin who may not manage users, 404001 for an unknown user, 400001 if the company is unknown or the
 * user's own or if the user has moved meanwhile, and `partnerInactive`.
 */
export async function moveUser(
  db: Db,
  caller: AdminCaller,
  { id, companyId, reason }: Move,
): Promise<ListedUser> {
  if (!caller.permissions.includes('manage_regular_user')) throw new Refusal(commonErrors.forbidden)
  const { partnerId: from } = await requireUser(db, id)
  const to = isId(companyId) ? await findPartner(db, companyId) : undefined
  if (!to) throw invalidField('companyId', 'unknownPartner')
  if (!to.active) throw new Refusal(errorCodes.partnerInactive)
  return transaction(db, async (tx) => {
    // Companies are locked in a fixed order, so that concurrent moves in opposite directions do not deadlock.
    const companyIds = [from, to.id].filter((each) => each !== null)
    for (const each of companyIds.toSorted()) await lockCompany(tx, each)
    const userAccounts = await lockPlatformAccounts(tx, id)
    if (!userAccounts) throw new Refusal(commonErrors.notFound)
    const { email, partnerId } = userAccounts.user
    // A user who has moved meanwhile is in a company that is not locked here.
    const hasMoved = partnerId !== from
    if (partnerId === to.id || hasMoved) throw invalidField('companyId', 'sameCompany')
    const change = { partnerId: to.id, reason, action: 'user_moved' } as const
    await changeCompany(tx, caller, userAccounts, change)
    await endSessionsOf(tx, id, 'endedBySupport')
    for (const invitation of await listOpenInvitations(tx, to.id, email))
      await acceptForUser(tx, caller, invitation, id)
    return getListedUser(tx, id)
  })
}
