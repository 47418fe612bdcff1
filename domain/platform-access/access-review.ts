import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { exactTotal } from '#contract/list.ts'
import { companyPermissionsOf, companyRoles } from '#contract/permission.ts'
import { fullNameIn } from '../accounts/full-name.ts'
import { byName } from '#server/collation.ts'
import type { Page } from '#server/paging.ts'
import { affects, row, rows, scalar, scalars, sql, type Db, type Transaction } from '#server/db.ts'

/**
 * Access reviews of a company (tables access_reviews, access_review_items). A review opens every few months and is due
 * after four weeks; the company's administrators keep or remove each user's access. A strict review removes undecided
 * access two weeks after the due date.
 */

const dueAfter = sql`interval '28 days'`
const strictAfter = sql`interval '14 days'`

/** SQL expression on `access_reviews r`: the time at which undecided access is removed; null unless strict. */
export const removalAt = sql`case when r.is_strict then r.due_at + ${strictAfter} end`

export type Review = {
  id: string
  partnerId: string
  openedAt: Date
  dueAt: Date
  isStrict: boolean
  closedAt: Date | null
}

/** A user's access under review. A null `subsystemId` means the account itself. */
export type ReviewItem = { userId: string; subsystemId: string | null }

export type ReviewDecision = 'keep' | 'remove'

const reviewingRoles = companyRoles.filter((role) =>
  companyPermissionsOf([role]).includes('company_users'),
)

/** SQL condition on `partners p`: a review is due, counted from the last review or else from the company's creation. */
const isReviewDue = sql`(
  p.delegated and p.active and p.review_months is not null
  and not exists (select from access_reviews r where r.partner_id = p.id and r.closed_at is null)
  and coalesce((select max(r.opened_at) from access_reviews r where r.partner_id = p.id), p.created_at)
      + make_interval(months => p.review_months) <= now())`

export function listCompaniesToReview(db: Db): Promise<string[]> {
  return scalars<string>(db)`select p.id from partners p where ${isReviewDue}`
}

/**
 * Opens a review of all active users of a company and their platforms, ordered by user name. Returns its id and number
 * of items, or undefined if no review is due. Lock the company first.
 */
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

/**
 * SQL condition on `access_review_items i`, its review `r` and its user `u` (left join, null if erased): true if the
 * user still has the access.
 */
export const isLive: Sql = sql`(
  coalesce(u.active and u.partner_id = r.partner_id, false)
  and (i.subsystem_id is null or exists (
        select from subsystem_accounts a
        where a.user_id = i.user_id and a.subsystem_id = i.subsystem_id and a.active
          and (a.expires_at is null or a.expires_at > now()))))`

/**
 * Returns the SQL condition for items that the company still has to decide. Administrators cannot decide about
 * themselves, so items of the only administrator are not pending; the provider reviews them. The subquery for the
 * administrators depends on `reviewId` only, so that it runs once instead of once per item.
 */
export function isPending(reviewId: string): Sql {
  return sql`(
    i.decision is null and ${isLive}
    and array_remove(array(
          select c.user_id from company_roles c join users d on d.id = c.user_id
          where c.partner_id = (select partner_id from access_reviews where id = ${reviewId}) and d.active
            and c.role = any(${reviewingRoles}::text[])), i.user_id) <> '{}')`
}

/** Returns a review of this company; undefined for an unknown id and for another company's review. */
export function findReview(db: Db, partnerId: string, id: string): Promise<Review | undefined> {
  return row<Review>(db)`
    select id, partner_id, opened_at, due_at, is_strict, closed_at
    from access_reviews where id = ${id} and partner_id = ${partnerId}`
}

export function findOpenReviewId(db: Db, partnerId: string): Promise<string | undefined> {
  return scalar<string>(db)`
    select id from access_reviews where partner_id = ${partnerId} and closed_at is null`
}

/**
 * Locks an item and returns its decision, null while it is undecided. Returns undefined if the review does not contain
 * the item.
 */
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

/**
 * Records the decision about an item; `by` is the actor as text (`actorText`). A decision can only be changed from
 * `keep` to `remove`. Returns false for any other change, for an unknown item, and if the review is closed.
 */
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

/**
 * Closes a review that has no pending items, or any open review with `isForced`, and stores the number of kept and
 * removed items. Returns false if the review stays open or was already closed.
 */
export function closeReview(
  tx: Transaction,
  id: string,
  { isForced = false } = {},
): Promise<boolean> {
  return affects(tx)`
    update access_reviews r set closed_at = now(), (kept, removed) = (${decisionCounts(id)})
    where r.id = ${id} and r.closed_at is null and (${isForced} or not exists (
      select from access_review_items i left join users u on u.id = i.user_id
      where i.review_id = ${id} and ${isPending(id)}))`
}

const decisionCounts = (id: string): Sql => sql`
  select count(*) filter (where decision = 'keep') as kept, count(*) filter (where decision = 'remove') as removed
  from access_review_items where review_id = ${id}`

export type ReviewCounts = {
  kept: number
  removed: number
  pending: number
  /** Number of users, without the reader. */
  users: number
  /** Number of users with pending items, without the reader. */
  pendingUsers: number
  /** Number of pending items of the reader. */
  ownPending: number
}

/**
 * Counts the items and users of an open review for one reader. If more than 10,000 items are undecided, all of them
 * count as pending, and the users are those whose account is undecided: without the slow check of each, in one scan.
 */
export async function countReview(db: Db, id: string, readerId: string): Promise<ReviewCounts> {
  const isAccount = sql`subsystem_id is null and user_id <> ${readerId}`
  const all = await row<ReviewCounts>(db)`
    select count(*) filter (where decision = 'keep') as kept, count(*) filter (where decision = 'remove') as removed,
           count(*) filter (where decision is null) as pending, count(*) filter (where ${isAccount}) as users,
           count(*) filter (where decision is null and ${isAccount}) as pending_users,
           count(*) filter (where decision is null and user_id = ${readerId}) as own_pending
    from access_review_items where review_id = ${id}`
  if (!all) throw new Error('an aggregate without groups returns a row')
  if (all.pending > exactTotal) return all
  const exact = await row<Partial<ReviewCounts>>(db)`
    select coalesce(sum(c.items), 0)::int as pending, count(*) filter (where c.user_id <> ${readerId}) as pending_users,
           coalesce(sum(c.items) filter (where c.user_id = ${readerId}), 0)::int as own_pending
    from (select i.user_id, count(*) as items
          from access_review_items i join access_reviews r on r.id = i.review_id left join users u on u.id = i.user_id
          where r.id = ${id} and ${isPending(id)} group by i.user_id) c`
  return { ...all, ...exact }
}

/** Returns the names of at most three administrators who decide in reviews, without one user. */
export function listReviewers(db: Db, partnerId: string, exceptUserId: string): Promise<string[]> {
  return scalars<string>(db)`
    select ${fullNameIn(sql`u`)} from users u
    where u.active and u.id <> ${exceptUserId} and u.id = any(array(
      select c.user_id from company_roles c
      where c.partner_id = ${partnerId} and c.role = any(${reviewingRoles}::text[])))
    order by u.lastname ${byName}, u.firstname ${byName}, u.id limit 3`
}

type UserSearch = {
  state: 'pending' | 'decided' | undefined
  exceptUserId: string
  page: Page
}

/**
 * Lists the users with items in this state, in the order of the review. Each step of the recursion reads the index from
 * the last user on, so that a page takes as long in a review of 20,000 users as in a small one.
 */
export function listReviewUsers(
  db: Db,
  reviewId: string,
  { state, exceptUserId, page: { take, after } }: UserSearch,
): Promise<{ userId: string; key: string[] }[]> {
  const conditions = {
    pending: sql`r.closed_at is null and ${isPending(reviewId)}`,
    decided: sql`i.decision is not null`,
  }
  const next = (position: Sql, userId: Sql) => sql`
    select i.user_id, i.position
    from access_review_items i join access_reviews r on r.id = i.review_id left join users u on u.id = i.user_id
    where r.id = ${reviewId} and i.review_id = ${reviewId} and i.user_id <> ${exceptUserId}
      and i.position > ${position} and i.user_id is distinct from ${userId}
      and ${state ? conditions[state] : sql`true`}
    order by i.position limit 1`
  const [position = '-1', userId = null] = after ?? []
  return rows<{ userId: string; key: string[] }>(db)`
    with recursive found as (
      (${next(sql`${position}::int`, sql`${userId}::uuid`)})
      union all
      select n.user_id, n.position
      from found f cross join lateral (${next(sql`f.position`, sql`f.user_id`)}) n)
    select user_id, array[position::text, user_id::text] as key from found limit ${take}`
}

/** Lists the open strict reviews whose undecided access is to be removed now. */
export function listOverdueReviews(db: Db): Promise<Review[]> {
  return rows<Review>(db)`
    select r.id, r.partner_id, r.opened_at, r.due_at, r.is_strict, r.closed_at
    from access_reviews r join partners p on p.id = r.partner_id
    where r.closed_at is null and ${removalAt} <= now() and p.delegated and p.active`
}

/**
 * Lists the pending items. Each user's platforms precede the account, because they are no longer pending once the
 * account is deactivated.
 */
export function listPendingItems(db: Db, reviewId: string): Promise<ReviewItem[]> {
  return rows<ReviewItem>(db)`
    select i.user_id, i.subsystem_id
    from access_review_items i join access_reviews r on r.id = i.review_id left join users u on u.id = i.user_id
    where r.id = ${reviewId} and ${isPending(reviewId)} order by i.user_id, i.subsystem_id nulls last`
}

/**
 * Counts the pending items. If more than 10,000 items are undecided, returns their number, without the slow check
 * whether each is still pending.
 */
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

/** Lists the open reviews with an email due: at the start, and two and four weeks later. */
export function listReviewsToMail(db: Db): Promise<Pick<Review, 'id' | 'partnerId'>[]> {
  return rows<Pick<Review, 'id' | 'partnerId'>>(db)`
    select id, partner_id from access_reviews r where ${isMailDue}`
}

const isMailDue = sql`(
  r.closed_at is null and r.reminders < 3 and r.opened_at + r.reminders * interval '14 days' <= now())`

/** Claims the next email of a review. Returns false if none is due, or if another worker has claimed it. */
export function takeReviewMail(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`
    update access_reviews r set reminders = r.reminders + 1 where r.id = ${id} and ${isMailDue}`
}
