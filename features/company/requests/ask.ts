import type { Body, Reply } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { companyArea, recordAudit } from '#domain/audit/audit.ts'
import {
  addAccessRequest,
  countAccessRequests,
  listRequestDeciders,
} from '#domain/platform-access/access-request.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { isOfCompany } from '#domain/platforms/offered-platform.ts'
import { lockUser } from '#domain/accounts/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, row, scalar, transaction, type Db } from '#server/db.ts'
import type { requestAccess } from './contract.ts'

/** Maximum number of access requests by one user in 24 hours. */
const maxRequestsPerDay = 5

type State = {
  partnerId: string
  /** True if the company's administrators may grant this user access to the platform. */
  isGrantable: boolean
  hasAccess: boolean
  /** Time of the open request; null without one. */
  askedAt: Date | null
}

/** Returns a user's access to a platform; undefined without a company. Throws 404001 for an unknown platform. */
async function findState(tx: Db, userId: string, subsystemId: string): Promise<State | undefined> {
  if (!(await findSubsystem(tx, subsystemId))) throw new Refusal(commonErrors.notFound)
  return row<State>(tx)`
    select p.id as partner_id,
           p.delegated and p.active and s.active and ${isOfCompany}
             and coalesce(s.id = any(p.delegated_subsystems), true) and coalesce(a.active, true) as is_grantable,
           coalesce(a.active and (a.expires_at is null or a.expires_at > now()), false) as has_access,
           (select r.asked_at from access_requests r
            where r.user_id = u.id and r.subsystem_id = s.id and r.decided_at is null) as asked_at
    from users u join partners p on p.id = u.partner_id join subsystems s on s.id = ${subsystemId}
    left join subsystem_accounts a on a.user_id = u.id and a.subsystem_id = s.id
    where u.id = ${userId}`
}

/** Returns true if another user of the company may grant the access; otherwise, the user has to contact support. */
async function mayAsk(tx: Db, userId: string, state: State | undefined): Promise<boolean> {
  if (!state?.isGrantable) return false
  const deciders = await listRequestDeciders(tx, state.partnerId)
  return deciders.some(({ id }) => id !== userId)
}

/** Returns whether a user may request access, and the open request's time. Throws 404001 for an unknown platform. */
export async function describeOwnRequest(userId: string, subsystemId: string) {
  const state = await findState(db, userId, subsystemId)
  const isPermitted = state?.hasAccess === false && (await mayAsk(db, userId, state))
  return { mayAsk: isPermitted, askedAt: state?.askedAt?.toISOString() ?? null }
}

/**
 * Requests access, and returns the time of the request or of an earlier one that is still open. Throws 404001 for an
 * unknown platform, `beyondDelegation` if no other user of the company can grant the access, `changedMeanwhile` if the
 * user already has it, and `tooManyRequests`.
 */
export async function ask(
  caller: UserCaller,
  { subsystem, reason }: Body<typeof requestAccess>,
): Promise<Reply<typeof requestAccess>> {
  const { userId } = caller
  return transaction(db, async (tx) => {
    // Concurrent requests of one user run one after another.
    await lockUser(tx, userId)
    const state = await findState(tx, userId, subsystem)
    if (!(await mayAsk(tx, userId, state))) throw new Refusal(errorCodes.beyondDelegation)
    if (state?.hasAccess) throw new Refusal(errorCodes.changedMeanwhile)
    if (state?.askedAt) return { askedAt: state.askedAt.toISOString() }
    if ((await countAccessRequests(tx, userId)) >= maxRequestsPerDay)
      throw new Refusal(errorCodes.tooManyRequests, { retryAfterSeconds: 24 * 60 * 60 })
    const requestId = await addAccessRequest(tx, { userId, subsystemId: subsystem, reason })
    await recordAudit(tx, { ...caller, area: companyArea }, 'access_requested', {
      targetId: userId,
      data: { subsystem, reason, accessRequestId: requestId },
    })
    // The time of the transaction is the time of the new row.
    const now = await scalar<Date>(tx)`select now()`
    return { askedAt: (now ?? new Date()).toISOString() }
  })
}
