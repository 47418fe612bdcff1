import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { companyArea } from '#domain/audit.ts'
import { requireColleague } from '#domain/colleague.ts'
import {
  findCompanyRoles,
  getDelegation,
  hasOtherOwner,
  lockCompany,
  requireSeats,
} from '#domain/company-role.ts'
import { endUserSessions, setUserActive } from '#domain/user-activation.ts'
import { findOwnLock } from '#domain/user.ts'
import { requireUserStepUp } from '#server/authorize.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

type Change = { id: string; active: boolean; reason: string }

/**
 * Activates or deactivates a colleague; nothing for one who is so already. Throws 403001 for oneself and for an owner by
 * somebody who is none, `lastOwner`, and `beyondDelegation` where no seat is free.
 */
export async function setColleagueActive(
  db: Db,
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
    // Who has locked their own account is let in by the provider, after a second person has made sure.
    if (active && (await findOwnLock(tx, userId))) throw new Refusal(errorCodes.beyondDelegation)
    const actor = { ...caller, area: companyArea }
    const isChanged = await setUserActive(tx, actor, user, { active, reason })
    if (isChanged && active) await requireSeats(tx, delegation)
  })
}

type Target = { partnerId: string; userId: string; active: boolean }

/** An owner is another owner's to activate and to deactivate, and one stays. */
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

/** Ends every session of a colleague, here and on every platform; returns how many. */
export async function endSessions(
  db: Db,
  caller: UserCaller,
  { id, reason }: { id: string; reason: string },
): Promise<number> {
  const { partnerId } = await getDelegation(db, caller.userId)
  const user = await requireColleague(db, partnerId, id)
  return transaction(db, (tx) =>
    endUserSessions(tx, { ...caller, area: companyArea }, user, reason),
  )
}
