import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { companyArea } from '#domain/audit/audit.ts'
import { requireColleague } from '#domain/companies/colleague.ts'
import {
  findCompanyRoles,
  getDelegation,
  hasOtherOwner,
  lockCompany,
  requireSeats,
} from '#domain/companies/company-role.ts'
import { requireFewToday } from '#domain/approvals/deactivated-today.ts'
import { endUserSessions, setUserActive } from '#domain/accounts/user-activation.ts'
import { findOwnLock } from '#domain/accounts/user.ts'
import { requireUserStepUp } from '#server/authorize.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, transaction, type Transaction } from '#server/db.ts'

type Change = { id: string; active: boolean; reason: string }

/**
 * Activates or deactivates a user of the company; a no-op if already in that state. Throws:
 *
 * - 404001 for a user of another company;
 * - 403001 for the caller, for an owner if the caller is not an owner, and above the number of users that one person
 *   may deactivate in a day;
 * - `stepUpRequired` for a user with a company role, unless the caller's step-up is less than five minutes old;
 * - `beyondDelegation` for an activation without a free seat, or of a user who locked their own account;
 * - `lastOwner` for the deactivation of the only owner.
 */
export async function setColleagueActive(
  caller: UserCaller,
  { id, active, reason }: Change,
): Promise<void> {
  const delegation = await getDelegation(db, caller.userId)
  const { partnerId } = delegation
  const { id: userId } = await requireColleague(db, partnerId, id)
  if (userId === caller.userId) throw new Refusal(commonErrors.forbidden)
  if ((await findCompanyRoles(db, userId)).length > 0) await requireUserStepUp(caller, 5)
  await transaction(db, async (tx) => {
    await lockCompany(tx, partnerId)
    const user = await requireColleague(tx, partnerId, userId)
    await requireAuthorityOver(tx, caller, { partnerId, userId, active })
    if (!active && user.active) await requireFewToday(tx, caller.userId)
    // Only the provider can reactivate users who locked their own account, with two-person approval.
    if (active && (await findOwnLock(tx, userId))) throw new Refusal(errorCodes.beyondDelegation)
    const actor = { ...caller, area: companyArea }
    const isChanged = await setUserActive(tx, actor, user, { active, reason })
    if (isChanged && active) await requireSeats(tx, delegation)
  })
}

type Target = { partnerId: string; userId: string; active: boolean }

/** Throws 403001 if the target is an owner and the caller is not, and `lastOwner` for deactivating the only owner. */
async function requireAuthorityOver(
  tx: Transaction,
  caller: UserCaller,
  { partnerId, userId, active }: Target,
): Promise<void> {
  if (!(await findCompanyRoles(tx, userId)).includes('owner')) return
  if (!(await findCompanyRoles(tx, caller.userId)).includes('owner'))
    throw new Refusal(commonErrors.forbidden)
  if (!active && !(await hasOtherOwner(tx, partnerId, userId)))
    throw new Refusal(errorCodes.lastOwner)
}

/** Ends every session of a user of the company, in the portal and on every platform. Returns the number of sessions. */
export async function endSessions(caller: UserCaller, id: string, reason: string): Promise<number> {
  const { partnerId } = await getDelegation(db, caller.userId)
  const user = await requireColleague(db, partnerId, id)
  const actor = { ...caller, area: companyArea }
  return transaction(db, (tx) => endUserSessions(tx, actor, user, reason))
}
