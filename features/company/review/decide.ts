import type { Body } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import {
  findReviewItem,
  type Review,
  type ReviewItem,
} from '#domain/platform-access/access-review.ts'
import {
  endReview,
  requireOwnerFor,
  applyReviewDecision,
} from '#domain/platform-access/access-review-work.ts'
import { companyArea } from '#domain/audit/audit.ts'
import { lockCompany } from '#domain/companies/company-role.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { decideReview as endpoint } from './contract.ts'
import { requireReview } from './list.ts'

/**
 * Decides all of these items or none (atomic). Throws 404001 for a review of another company and for an item that the
 * review does not contain, 403001 for the caller's own items and for an owner if the caller is not an owner,
 * `lastOwner`, and `changedMeanwhile` if the review is closed or another administrator has decided differently.
 */
export async function decide(
  db: Db,
  caller: UserCaller,
  { id, items: input }: Body<typeof endpoint> & { id: string },
): Promise<Review> {
  const review = await requireReview(db, caller.userId, id)
  const items = input.map(({ subsystem, ...item }) => ({ ...item, subsystemId: subsystem }))
  if (items.some(({ userId }) => userId === caller.userId))
    throw new Refusal(commonErrors.forbidden)
  await transaction(db, async (tx) => {
    await lockCompany(tx, review.partnerId)
    await requireOwnerFor(tx, caller.userId, items)
    const actor = { ...caller, area: companyArea }
    for (const item of items) {
      if (await applyReviewDecision(tx, actor, review, item)) continue
      await requireSameDecision(tx, review.id, item)
    }
    await endReview(tx, actor, review)
  })
  return review
}

async function requireSameDecision(
  tx: Transaction,
  reviewId: string,
  item: ReviewItem & { decision: string },
): Promise<void> {
  const stored = await findReviewItem(tx, reviewId, item)
  if (!stored) throw new Refusal(commonErrors.notFound)
  if (stored.decision !== item.decision) throw new Refusal(errorCodes.changedMeanwhile)
}
