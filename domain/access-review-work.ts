import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import {
  closeReview,
  decideReviewItem,
  listCompaniesToReview,
  listOverdueReviews,
  listPendingItems,
  listReviewsToMail,
  openReview,
  takeReviewMail,
  type Review,
  type ReviewDecision,
  type ReviewItem,
} from './access-review.ts'
import { listRequestDeciders } from './access-request.ts'
import { actorText, companyArea, recordAudit, type Actor } from './audit.ts'
import { findCompanyRoles, hasOtherOwner, lockCompany } from './company-role.ts'
import { mailUser } from './mail.ts'
import { changePlatformAccount, lockPlatformAccounts } from './platform-account.ts'
import { setUserActive } from './user-activation.ts'
import { findUser } from './user.ts'

/** What a review does to access, and what the worker does with reviews. */

const reason = 'access review'
const system: Actor = { kind: 'system', area: companyArea }

/**
 * Records a decision of a review in a locked company and does it. False where it was decided before or the review is
 * closed. Throws `lastOwner` for the account of the only owner.
 */
export async function settleItem(
  tx: Transaction,
  actor: Actor,
  review: Pick<Review, 'id' | 'partnerId'>,
  { userId, subsystemId, decision }: ReviewItem & { decision: ReviewDecision },
): Promise<boolean> {
  const item = { userId, subsystemId, decision, by: actorText(actor) }
  if (!(await decideReviewItem(tx, review.id, item))) return false
  await recordAudit(tx, actor, 'review_decided', {
    targetId: userId,
    data: {
      reviewId: review.id,
      decision,
      ...(subsystemId !== null && { subsystem: subsystemId }),
    },
  })
  if (decision === 'keep') return true
  if (subsystemId === null) await deactivate(tx, actor, review, userId)
  else await takePlatform(tx, actor, userId, subsystemId)
  return true
}

async function deactivate(
  tx: Transaction,
  actor: Actor,
  { partnerId }: Pick<Review, 'partnerId'>,
  userId: string,
): Promise<void> {
  const user = await findUser(tx, userId)
  if (user?.partnerId !== partnerId) return
  const isOwner = (await findCompanyRoles(tx, userId)).includes('owner')
  if (isOwner && !(await hasOtherOwner(tx, partnerId, userId)))
    throw new Refusal(errorCodes.lastOwner)
  await setUserActive(tx, actor, user, { active: false, reason })
}

async function takePlatform(
  tx: Transaction,
  actor: Actor,
  userId: string,
  id: string,
): Promise<void> {
  const held = await lockPlatformAccounts(tx, userId)
  if (held) await changePlatformAccount(tx, actor, held, { id, gives: false, reason })
}

/** Closes a review where nothing is left, or in any case; records it and tells the administrators. */
export async function endReview(
  tx: Transaction,
  actor: Actor,
  { id, partnerId }: Pick<Review, 'id' | 'partnerId'>,
  options: { isForced?: boolean } = {},
): Promise<void> {
  if (!(await closeReview(tx, id, options))) return
  await recordAudit(tx, actor, 'review_closed', { targetId: partnerId, data: { reviewId: id } })
  for (const decider of await listRequestDeciders(tx, partnerId))
    await mailUser(tx, 'review-closed', decider, { reviewId: id })
}

/** For the worker: each company has one open review, whichever worker opens it. */
export async function openDueReviews(db: Db): Promise<void> {
  for (const partnerId of await listCompaniesToReview(db)) {
    await transaction(db, async (tx) => {
      await lockCompany(tx, partnerId)
      const review = await openReview(tx, partnerId)
      if (!review) return
      const data = { reviewId: review.id, items: review.items }
      await recordAudit(tx, system, 'review_opened', { targetId: partnerId, data })
    })
  }
}

/** For the worker: mails at the opening, two weeks and four weeks later, once each. */
export async function mailReviews(db: Db): Promise<void> {
  for (const { id, partnerId } of await listReviewsToMail(db)) {
    await transaction(db, async (tx) => {
      if (!(await takeReviewMail(tx, id))) return
      for (const decider of await listRequestDeciders(tx, partnerId))
        await mailUser(tx, 'review-due', decider, { reviewId: id })
    })
  }
}

/** For the worker: takes away what strict reviews have left undecided, a user at a time, and closes them. */
export async function enforceReviews(db: Db): Promise<void> {
  for (const review of await listOverdueReviews(db)) {
    for (const item of await listPendingItems(db, review.id)) {
      await transaction(db, async (tx) => {
        await lockCompany(tx, review.partnerId)
        await settleItem(tx, system, review, { ...item, decision: 'remove' })
      }).catch(onlyLastOwner)
    }
    await transaction(db, (tx) => endReview(tx, system, review, { isForced: true }))
  }
}

/** For the worker, in this order: what is opened is mailed about at once. */
export async function keepReviews(db: Db): Promise<void> {
  await openDueReviews(db)
  await mailReviews(db)
  await enforceReviews(db)
}

/** The only owner stays, for the provider to review. */
function onlyLastOwner(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== errorCodes.lastOwner) throw error
}

/** Throws 403001 for the account of an owner, where the caller is none. */
export async function requireOwnerFor(
  tx: Transaction,
  callerId: string,
  items: readonly (ReviewItem & { decision: ReviewDecision })[],
): Promise<void> {
  const removed = items.filter((item) => item.subsystemId === null && item.decision === 'remove')
  for (const { userId } of removed) {
    if (!(await findCompanyRoles(tx, userId)).includes('owner')) continue
    if (!(await findCompanyRoles(tx, callerId)).includes('owner'))
      throw new Refusal(commonErrors.forbidden)
  }
}
