import { isId } from '#contract/fields.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import {
  decideAccessRequest,
  findAccessRequest,
  type AccessRequest,
} from '#domain/platform-access/access-request.ts'
import { actorText, companyArea, recordAudit, type Actor } from '#domain/audit/audit.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { mailUser } from '#domain/mail/mail.ts'
import {
  lockPlatformAccounts,
  setPlatformAccounts,
} from '#domain/platform-access/platform-account.ts'
import { getUser } from '#domain/accounts/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, transaction, type Transaction } from '#server/db.ts'

/**
 * Grants a request; the access does not expire without `expiresAt`. Throws 404001 for an unknown request, 403001 for
 * the caller's own, `changedMeanwhile` for a decided one, and `beyondDelegation` if only the provider may grant the
 * access.
 */
export async function grant(caller: UserCaller, id: string, expiresAt?: string | null) {
  const { partnerId, subsystems } = await getDelegation(db, caller.userId)
  await transaction(db, async (tx) => {
    const request = await requireDecidable(tx, caller, partnerId, id)
    const { userId, subsystemId } = request
    const userAccounts = await lockPlatformAccounts(tx, userId)
    if (userAccounts?.user.partnerId !== partnerId) throw new Refusal(commonErrors.notFound)
    const account = userAccounts.accounts.find((each) => each.id === subsystemId)
    // Only the provider can reactivate an account that it deactivated.
    const isDeactivated = account?.active === false
    if (isDeactivated || !subsystems.includes(subsystemId))
      throw new Refusal(errorCodes.beyondDelegation)
    const actor = { ...caller, area: companyArea }
    await decide(tx, actor, request, 'given')
    const end = expiresAt ? new Date(expiresAt) : null
    const others = userAccounts.accounts.filter((each) => each.id !== subsystemId)
    await setPlatformAccounts(tx, actor, userAccounts, {
      wanted: [...others, { id: subsystemId, expiresAt: end }],
      reason: 'access request',
      // The mail about the request replaces the general one.
      isQuiet: true,
    })
    await mailUser(tx, 'access-given', userAccounts.user, {
      subsystemId,
      ...(end && { until: end.toISOString() }),
    })
  })
}

/** Rejects a request. Throws the errors of `grant`, except `beyondDelegation`. */
export async function refuse(caller: UserCaller, id: string, reason: string): Promise<void> {
  const { partnerId } = await getDelegation(db, caller.userId)
  await transaction(db, async (tx) => {
    const request = await requireDecidable(tx, caller, partnerId, id)
    await decide(tx, { ...caller, area: companyArea }, request, 'refused', reason)
    const user = await getUser(tx, request.userId)
    await mailUser(tx, 'access-refused', user, { subsystemId: request.subsystemId, reason })
  })
}

async function requireDecidable(
  tx: Transaction,
  { userId }: UserCaller,
  partnerId: string,
  id: string,
): Promise<AccessRequest> {
  const request = isId(id) ? await findAccessRequest(tx, partnerId, id) : undefined
  if (!request) throw new Refusal(commonErrors.notFound)
  if (request.userId === userId) throw new Refusal(commonErrors.forbidden)
  if (!request.isOpen) throw new Refusal(errorCodes.changedMeanwhile)
  return request
}

async function decide(
  tx: Transaction,
  actor: Actor,
  { id, userId, subsystemId: subsystem }: AccessRequest,
  decision: 'given' | 'refused',
  reason?: string,
): Promise<void> {
  if (!(await decideAccessRequest(tx, id, { decision, by: actorText(actor) })))
    throw new Refusal(errorCodes.changedMeanwhile)
  await recordAudit(tx, actor, `access_request_${decision}`, {
    targetId: userId,
    data: { subsystem, accessRequestId: id, ...(reason !== undefined && { reason }) },
  })
}
