import { recordAudit, type Actor } from './audit.ts'
import { deleteOpenRequests } from './access-request.ts'
import { changeCompanyRoles, reportLostOwner } from './company-administrator.ts'
import { findOffered } from './offered-platform.ts'
import { setPlatformAccounts, type PlatformAccount, type UserAccounts } from './platform-account.ts'
import { setCompany } from './user.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import type { Transaction } from '#server/db.ts'

/** Users who change their company, or leave it. */

type Move = {
  /** Null: to none. */
  partnerId: string | null
  reason: string
  action: 'user_moved' | 'company_left'
}

/**
 * Takes a user out of the company, and into another one. What the old company gave ends: roles in it, open requests, and
 * access that ends by itself or to platforms that the new company does not have. Lock the companies and the list first.
 */
export async function changeCompany(
  tx: Transaction,
  actor: Actor,
  held: UserAccounts,
  { partnerId, reason, action }: Move,
): Promise<void> {
  const { user } = held
  await reportLostOwner(tx, user.id)
  await changeCompanyRoles(tx, actor, user, { roles: [] })
  await deleteOpenRequests(tx, user.id)
  const wanted = partnerId === null ? [] : await keptIn(tx, partnerId, held.accounts)
  await setPlatformAccounts(tx, actor, held, { wanted, reason })
  // While the row still names the old company, whose log it belongs to.
  await recordAudit(tx, actor, action, {
    targetId: user.id,
    data: { before: { partnerId: user.partnerId }, after: { partnerId }, reason },
  })
  if (!(await setCompany(tx, user.id, { from: user.partnerId, to: partnerId })))
    throw new Error(`user ${user.id} changed the company without the lock`)
}

async function keptIn(
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

/** For a user without a company. Throws 404001 for one who has got a company meanwhile. */
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
