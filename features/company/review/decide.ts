import type { Body } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import {
  findReviewItem,
  type Review,
  type ReviewDecision,
  type ReviewItem,
} from '#domain/platform-access/access-review.ts'
import {
  endReview,
  requireOwnerFor,
  applyReviewDecision,
} from '#domain/platform-access/access-review-work.ts'
import { findUser } from '#domain/accounts/user.ts'
import { requireFewToday } from '#domain/approvals/deactivated-today.ts'
import { companyArea } from '#domain/audit/audit.ts'
import { lockCompany } from '#domain/companies/company-role.ts'
import type { UserCaller } from '#server/caller.ts'
import { db, transaction, type Transaction } from '#server/db.ts'
import type { decideReview as endpoint } from './contract.ts'
import { requireReview } from './list.ts'

/**
 * Decides all of the items or none (atomic). Returns the review as it was before the decisions. Throws:
 *
 * - 404001 for a review of another company, and for an item that the review does not contain;
 * - 403001 for the caller's own items, if a removal would deactivate an owner and the caller is not an owner, and above
 *   the number of users that one person may deactivate in a day;
 * - `lastOwner` if a removal would deactivate the only owner;
 * - `changedMeanwhile` if the review is closed or another administrator has decided differently.
 */
export async function decide(
  caller: UserCaller,
  id: string,
  decisions: Body<typeof endpoint>['items'],
): Promise<Review> {
  const review = await requireReview(caller.userId, id)
  const items = decisions.map(({ subsystem, ...item }) => ({ ...item, subsystemId: subsystem }))
  if (items.some(({ userId }) => userId === caller.userId))
    throw new Refusal(commonErrors.forbidden)
  await transaction(db, async (tx) => {
    await lockCompany(tx, review.partnerId)
    await requireOwnerFor(tx, caller.userId, items)
    const actor = { ...caller, area: companyArea }
    const deactivations = await countDeactivations(tx, review, items)
    if (deactivations > 0) await requireFewToday(tx, caller.userId, deactivations)
    for (const item of items) {
      if (await applyReviewDecision(tx, actor, review, item)) continue
      // A repeated decision is no error.
      const storedItem = await findReviewItem(tx, review.id, item)
      if (!storedItem) throw new Refusal(commonErrors.notFound)
      if (storedItem.decision !== item.decision) throw new Refusal(errorCodes.changedMeanwhile)
    }
    // The review stays open while it has undecided items.
    await endReview(tx, actor, review)
  })
  return review
}

/** Counts the active users of the company whom these decisions would deactivate. */
async function countDeactivations(
  tx: Transaction,
  { partnerId }: Review,
  items: readonly (ReviewItem & { decision: ReviewDecision })[],
): Promise<number> {
  const userIds = new Set<string>()
  for (const { userId, subsystemId, decision } of items) {
    if (subsystemId !== null || decision !== 'remove') continue
    const user = await findUser(tx, userId)
    if (user?.active && user.partnerId === partnerId) userIds.add(userId)
  }
  return userIds.size
}
