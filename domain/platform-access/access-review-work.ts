import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { runIsolated } from '#server/run-isolated.ts'
import {
  closeReview,
  decideReviewItem,
  findReviewItem,
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
import { actorText, companyArea, recordAudit, type Actor } from '../audit/audit.ts'
import { findCompanyRoles, hasOtherOwner, lockCompany } from '../companies/company-role.ts'
import { mailUser } from '../mail/mail.ts'
import { changePlatformAccount, lockPlatformAccounts } from './platform-account.ts'
import { setUserActive } from '../accounts/user-activation.ts'
import { findUser } from '../accounts/user.ts'

/** Effects of access review decisions, and the jobs that open and close reviews and send reminders. */

const reason = 'access review'
const system: Actor = { kind: 'system', area: companyArea }
const job = { job: 'keep-reviews' }

/**
 * Records a review decision. For `remove`, also removes the platform access or deactivates the account. Returns false
 * if `decideReviewItem` does. Throws `lastOwner` for the removal of the only owner's account. Lock the company first.
 */
export async function applyReviewDecision(
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
  else await revokeAccess(tx, actor, review, { userId, id: subsystemId })
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

async function revokeAccess(
  tx: Transaction,
  actor: Actor,
  { partnerId }: Pick<Review, 'partnerId'>,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const userAccounts = await lockPlatformAccounts(tx, userId)
  if (userAccounts?.user.partnerId !== partnerId) return
  await changePlatformAccount(tx, actor, userAccounts, { id, gives: false, reason })
}

/**
 * Closes a review without pending items, or any open review with `isForced`. Records the end and emails the company's
 * administrators. Does nothing if the review stays open or was already closed.
 */
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

/** Opens a review in each company where one is due. Safe to run in several workers: a company has one open review. */
export async function openDueReviews(db: Db): Promise<void> {
  for (const partnerId of await listCompaniesToReview(db)) {
    const open = async (tx: Transaction) => {
      await lockCompany(tx, partnerId)
      const review = await openReview(tx, partnerId)
      if (!review) return
      const data = { reviewId: review.id, items: review.items }
      await recordAudit(tx, system, 'review_opened', { targetId: partnerId, data })
    }
    await runIsolated(job, () => transaction(db, open), { partnerId })
  }
}

/** Emails the administrators about each open review at its start and two and four weeks later, once each. */
export async function mailReviews(db: Db): Promise<void> {
  for (const { id, partnerId } of await listReviewsToMail(db)) {
    const mail = async (tx: Transaction) => {
      if (!(await takeReviewMail(tx, id))) return
      for (const decider of await listRequestDeciders(tx, partnerId))
        await mailUser(tx, 'review-due', decider, { reviewId: id })
    }
    await runIsolated(job, () => transaction(db, mail), { reviewId: id })
  }
}

/**
 * Removes all access that overdue strict reviews left undecided, and closes these reviews. Each item has its own
 * transaction; the account of a company's only owner is kept. If an item fails, its review stays open for the next run.
 */
export async function enforceReviews(db: Db): Promise<void> {
  for (const review of await listOverdueReviews(db))
    await runIsolated(job, () => enforceReview(db, review), { reviewId: review.id })
}

async function enforceReview(db: Db, review: Review): Promise<void> {
  let areAllRemoved = true
  for (const item of await listPendingItems(db, review.id)) {
    const remove = async (tx: Transaction) => {
      await lockCompany(tx, review.partnerId)
      // An administrator may have decided since the list was read.
      if ((await findReviewItem(tx, review.id, item))?.decision !== null) return
      await applyReviewDecision(tx, system, review, { ...item, decision: 'remove' })
    }
    const isRemoved = await runIsolated(job, () => transaction(db, remove).catch(ignoreLastOwner), {
      reviewId: review.id,
      item,
    })
    areAllRemoved &&= isRemoved
  }
  if (!areAllRemoved) return
  await transaction(db, (tx) => endReview(tx, system, review, { isForced: true }))
}

/** Runs the three jobs in this order, so that administrators are emailed about a new review in the same run. */
export async function processReviews(db: Db): Promise<void> {
  for (const work of [openDueReviews, mailReviews, enforceReviews])
    await runIsolated(job, () => work(db))
}

/** Ignores `lastOwner`, because the provider reviews the account of a company's only owner; rethrows other errors. */
function ignoreLastOwner(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== errorCodes.lastOwner) throw error
}

/** Throws 403001 if the items remove the account of an owner and the caller is not an owner. */
export async function requireOwnerFor(
  tx: Transaction,
  callerId: string,
  items: readonly (ReviewItem & { decision: ReviewDecision })[],
): Promise<void> {
  const accountRemovals = items.filter(
    (item) => item.subsystemId === null && item.decision === 'remove',
  )
  for (const { userId } of accountRemovals) {
    if (!(await findCompanyRoles(tx, userId)).includes('owner')) continue
    if (!(await findCompanyRoles(tx, callerId)).includes('owner'))
      throw new Refusal(commonErrors.forbidden)
  }
}
