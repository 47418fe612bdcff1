import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { exactTotal } from '#contract/list.ts'
import { companyPermissionsOf, companyRoles } from '#contract/permission.ts'
import { byName } from '#server/collation.ts'
import { affects, row, rows, scalar, scalars, sql, type Db, type Transaction } from '#server/db.ts'

/**
 * Reviews of who in a company has access to what (tables access_reviews, access_review_items): opened every few months,
 * decided by the company's administrators, due after four weeks. What a strict review leaves undecided is taken away two
 * weeks after that.
 */

const dueAfter = sql`interval '28 days'`
const strictAfter = sql`interval '14 days'`

/** For statements about `access_reviews r`: when a strict one takes away what is undecided. */
export const takenAt = sql`case when r.is_strict then r.due_at + ${strictAfter} end`

export type Review = {
  id: string
  partnerId: string
  openedAt: Date
  dueAt: Date
  isStrict: boolean
  closedAt: Date | null
}

/** A null platform is the account itself. */
export type ReviewItem = { userId: string; subsystemId: string | null }

export type ReviewDecision = 'keep' | 'remove'

const reviewingRoles = companyRoles.filter((role) =>
  companyPermissionsOf([role]).includes('company_users'),
)

/** For statements about the company `p`. */
const isReviewDue = sql`(
  p.delegated and p.active and p.review_months is not null
  and not exists (select from access_reviews r where r.partner_id = p.id and r.closed_at is null)
  and coalesce((select max(r.opened_at) from access_reviews r where r.partner_id = p.id), p.created_at)
      + make_interval(months => p.review_months) <= now())`

export function listCompaniesToReview(db: Db): Promise<string[]> {
  return scalars<string>(db)`select p.id from partners p where ${isReviewDue}`
}

/** Opens the review of a locked company over all active users and their platforms, by name; undefined where none is due. */
export async function openReview(
  tx: Transaction,
  partnerId: string,
): Promise<{ id: string; items: number } | undefined> {
  const id = await scalar<string>(tx)`
    insert into access_reviews (id, partner_id, due_at, is_strict)
    select ${randomUUIDv7()}, p.id, now() + ${dueAfter}, p.review_strict
    from partners p where p.id = ${partnerId} and ${isReviewDue} returning id`
  if (id === undefined) return undefined
  const items = await scalar<number>(tx)`
    with item as (
      insert into access_review_items (review_id, user_id, subsystem_id, position)
      select ${id}::uuid, u.id, a.subsystem_id,
             row_number() over (order by u.lastname ${byName}, u.firstname ${byName}, u.id, a.subsystem_id nulls first)
      from users u cross join lateral (
        select null as subsystem_id
        union all
        select a.subsystem_id from subsystem_accounts a
        where a.user_id = u.id and a.active and (a.expires_at is null or a.expires_at > now())) a
      where u.partner_id = ${partnerId} and u.active
      returning 1)
    select count(*) from item`
  return { id, items: items ?? 0 }
}

/** For statements about `access_review_items i`, its review `r` and its user `u`, who may be gone: access that is there. */
export const isLive: Sql = sql`(
  coalesce(u.active and u.partner_id = r.partner_id, false)
  and (i.subsystem_id is null or exists (
        select from subsystem_accounts a
        where a.user_id = i.user_id and a.subsystem_id = i.subsystem_id and a.active
          and (a.expires_at is null or a.expires_at > now()))))`

/**
 * What still has to be decided in this review. Nobody decides about themselves: what belongs to the only administrator
 * is the provider's to review. Who may decide is looked for once, not for each item.
 */
export function isPending(reviewId: string): Sql {
  return sql`(
    i.decision is null and ${isLive}
    and array_remove(array(
          select c.user_id from company_roles c join users d on d.id = c.user_id
          where c.partner_id = (select partner_id from access_reviews where id = ${reviewId}) and d.active
            and c.role = any(${reviewingRoles}::text[])), i.user_id) <> '{}')`
}

/** A review of this company. */
export function findReview(db: Db, partnerId: string, id: string): Promise<Review | undefined> {
  return row<Review>(db)`
    select id, partner_id, opened_at, due_at, is_strict, closed_at
    from access_reviews where id = ${id} and partner_id = ${partnerId}`
}

/** What was decided before, and whether it still may be; undefined for what the review does not hold. */
export function findReviewItem(
  tx: Transaction,
  reviewId: string,
  { userId, subsystemId }: ReviewItem,
): Promise<{ decision: ReviewDecision | null } | undefined> {
  return row<{ decision: ReviewDecision | null }>(tx)`
    select decision from access_review_items
    where review_id = ${reviewId} and user_id = ${userId} and subsystem_id is not distinct from ${subsystemId}
    for no key update`
}

/** False where the review is closed, or the same or a removal was decided before. */
export function decideReviewItem(
  tx: Transaction,
  reviewId: string,
  { userId, subsystemId, decision, by }: ReviewItem & { decision: ReviewDecision; by: string },
): Promise<boolean> {
  return affects(tx)`
    update access_review_items i set decision = ${decision}, decided_by = ${by}, decided_at = now()
    from access_reviews r
    where r.id = i.review_id and r.closed_at is null and i.review_id = ${reviewId} and i.user_id = ${userId}
      and i.subsystem_id is not distinct from ${subsystemId}
      and (i.decision is null or (i.decision = 'keep' and ${decision} = 'remove'))`
}

/** Closes a review, once, where nothing has to be decided any more, or in any case; counts what was decided. False otherwise. */
export function closeReview(
  tx: Transaction,
  id: string,
  { isForced = false } = {},
): Promise<boolean> {
  return affects(tx)`
    update access_reviews r set closed_at = now(), (kept, removed) = (${decided(id)})
    where r.id = ${id} and r.closed_at is null and (${isForced} or not exists (
      select from access_review_items i left join users u on u.id = i.user_id
      where i.review_id = ${id} and ${isPending(id)}))`
}

/** Counts the items kept and removed. */
const decided = (id: string): Sql => sql`
  select count(*) filter (where decision = 'keep') as kept, count(*) filter (where decision = 'remove') as removed
  from access_review_items where review_id = ${id}`

/** What was decided in an open review so far, and what has to be: of more than 10,000 also what has ended since. */
export async function countReview(
  db: Db,
  id: string,
): Promise<{ kept: number; removed: number; pending: number }> {
  const counts = await row<{ kept: number; removed: number }>(db)`${decided(id)}`
  return { kept: 0, removed: 0, ...counts, pending: await countPending(db, id) }
}

/** What is left undecided in strict reviews whose last two weeks are over, review by review. */
export function listOverdueReviews(db: Db): Promise<Review[]> {
  return rows<Review>(db)`
    select r.id, r.partner_id, r.opened_at, r.due_at, r.is_strict, r.closed_at
    from access_reviews r join partners p on p.id = r.partner_id
    where r.closed_at is null and ${takenAt} <= now() and p.delegated and p.active`
}

/** Platforms before the accounts: each of them is recorded as taken. */
export function listPendingItems(db: Db, reviewId: string): Promise<ReviewItem[]> {
  return rows<ReviewItem>(db)`
    select i.user_id, i.subsystem_id
    from access_review_items i join access_reviews r on r.id = i.review_id left join users u on u.id = i.user_id
    where r.id = ${reviewId} and ${isPending(reviewId)} order by i.user_id, i.subsystem_id nulls last`
}

/** What still has to be decided; more than 10,000 are counted with what has ended since. */
export async function countPending(db: Db, reviewId: string): Promise<number> {
  const undecided = await scalar<number>(db)`
    select count(*) from access_review_items where review_id = ${reviewId} and decision is null`
  if ((undecided ?? 0) > exactTotal) return undecided ?? 0
  const count = await scalar<number>(db)`
    select count(*)
    from access_review_items i join access_reviews r on r.id = i.review_id left join users u on u.id = i.user_id
    where r.id = ${reviewId} and ${isPending(reviewId)}`
  return count ?? 0
}

/** Open reviews whose next mail is due: at the opening, two weeks and four weeks later. */
export function listReviewsToMail(db: Db): Promise<Pick<Review, 'id' | 'partnerId'>[]> {
  return rows<Pick<Review, 'id' | 'partnerId'>>(db)`
    select id, partner_id from access_reviews r where ${isMailDue}`
}

const isMailDue = sql`(
  r.closed_at is null and r.reminders < 3 and r.opened_at + r.reminders * interval '14 days' <= now())`

/** Takes the next mail of a review, once; false where another worker has taken it. */
export function takeReviewMail(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`
    update access_reviews r set reminders = r.reminders + 1 where r.id = ${id} and ${isMailDue}`
}
