import { recordAudit, type Actor } from '../audit/audit.ts'
import { deleteOpenRequests } from '../platform-access/access-request.ts'
import { changeCompanyRoles, reportLostOwner } from './company-administrator.ts'
import { findOffered } from '../platforms/offered-platform.ts'
import {
  setPlatformAccounts,
  type PlatformAccount,
  type UserAccounts,
} from '../platform-access/platform-account.ts'
import { setCompany } from '../accounts/user.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import type { Transaction } from '#server/db.ts'

/** Changes of a user's company: moving to another one, leaving, and joining. */

type Move = {
  /** New company; null to leave without joining another. */
  partnerId: string | null
  reason: string
  action: 'user_moved' | 'company_left'
}

/**
 * Moves a user to another company, or to none. Removes the roles in the old company, open access requests, access with
 * an end date, and access to platforms that the new company does not have. Lock the companies and the user's platform
 * accounts first.
 */
export async function changeCompany(
  tx: Transaction,
  actor: Actor,
  userAccounts: UserAccounts,
  { partnerId, reason, action }: Move,
): Promise<void> {
  const { user } = userAccounts
  await reportLostOwner(tx, user.id)
  await changeCompanyRoles(tx, actor, user, { roles: [] })
  await deleteOpenRequests(tx, user.id)
  const wanted =
    partnerId === null ? [] : await retainedAccounts(tx, partnerId, userAccounts.accounts)
  await setPlatformAccounts(tx, actor, userAccounts, { wanted, reason })
  // Before the company changes, because the audit row belongs to the log of the old one.
  await recordAudit(tx, actor, action, {
    targetId: user.id,
    data: { before: { partnerId: user.partnerId }, after: { partnerId }, reason },
  })
  if (!(await setCompany(tx, user.id, { from: user.partnerId, to: partnerId })))
    throw new Error(`user ${user.id} changed the company without the lock`)
}

/** Returns the accounts that the user keeps in the new company. */
async function retainedAccounts(
  tx: Transaction,
  partnerId: string,
  accounts: readonly PlatformAccount[],
): Promise<PlatformAccount[]> {
  const offered = await findOffered(
    tx,
    partnerId,
    accounts.map(({ id }) => id),
  )
  return accounts.filter(({ id, expiresAt }) => offered.includes(id) && expiresAt === null)
}

/** Adds a user without a company to one. Throws 404001 if the user has joined a company meanwhile. */
export async function joinCompany(
  tx: Transaction,
  actor: Actor & { userId: string },
  { partnerId, invitationId }: { partnerId: string; invitationId: string },
): Promise<void> {
  if (!(await setCompany(tx, actor.userId, { from: null, to: partnerId })))
    throw new Refusal(commonErrors.notFound)
  await recordAudit(tx, actor, 'company_joined', {
    targetId: actor.userId,
    data: { partnerId, invitationId },
  })
}
