import type { Sql } from 'sql-template-tag'
import type { Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import type { Locale } from '#contract/locale.ts'
import { companyRoles } from '#contract/permission.ts'
import { nameOfRole } from '#contract/platform-role.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { nameOf } from '#contract/full-name.ts'
import {
  countReview,
  findReview,
  isLive,
  isPending,
  listReviewers,
  listReviewUsers,
  removalAt,
  type Review,
} from '#domain/platform-access/access-review.ts'
import { nameOfColleagueIn } from '#domain/companies/colleague.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { rolesOfAccount } from '#domain/platforms/platform-role.ts'
import { csvOfList, type CsvTexts } from '#server/csv.ts'
import { db, rows, sql } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import {
  exportReview,
  type itemStates,
  type listReviews,
  type ReviewedAccess,
  type ReviewedUser,
  type ReviewItem,
} from './contract.ts'

type ListedReview = Reply<typeof listReviews>[number]

/** A review with its stored counts, which are null while it is open or if an earlier server version closed it. */
type ReviewRow = Omit<ListedReview, 'kept' | 'removed' | 'pending' | 'progress'> &
  Record<'kept' | 'removed', number | null>

type Reader = { partnerId: string; callerId: string }

/** Returns the latest 24 reviews, which is two years of monthly reviews, or only the one with the given id. */
export async function findReviews(
  { partnerId, callerId }: Reader,
  id?: string,
): Promise<ListedReview[]> {
  const reviews = await rows<ReviewRow>(db)`
    select r.id, r.opened_at, r.due_at, ${removalAt} as taken_at, r.closed_at, r.kept, r.removed
    from access_reviews r
    where r.partner_id = ${partnerId} and ${id === undefined ? sql`true` : sql`r.id = ${id}`}
    order by r.opened_at desc limit 24`
  return Promise.all(
    reviews.map(async ({ kept, removed, ...review }) => {
      const closed = { ...review, pending: 0, progress: null }
      if (kept !== null && removed !== null) return { ...closed, kept, removed }
      const { users, pendingUsers, ownPending, ...counts } = await countReview(
        db,
        review.id,
        callerId,
      )
      if (review.closedAt !== null) return { ...closed, ...counts, pending: 0 }
      const ownDeciders = ownPending > 0 ? await listReviewers(db, partnerId, callerId) : []
      return { ...review, ...counts, progress: { users, pendingUsers, ownPending, ownDeciders } }
    }),
  )
}

/** Returns a review. Throws 404001 for an unknown or malformed id, and for a review of another company. */
export async function requireReview(callerId: string, id: string): Promise<Review> {
  const { partnerId } = await getDelegation(db, callerId)
  const review = isId(id) ? await findReview(db, partnerId, id) : undefined
  if (!review) throw new Refusal(commonErrors.notFound)
  return review
}

type Row = Omit<ReviewItem, 'lastLogin' | 'decidedAt'> & {
  key: string[]
  lastLogin: Date | null
  decidedAt: Date | null
}

type Search = { review: Review; callerId: string; state?: (typeof itemStates)[number] | undefined }

/**
 * Returns a page of items, sorted by the users' names at the opening of the review. Users who have been erased or have
 * left the company since have an empty name and address.
 */
export function findItems({ state, ...search }: Search, { take, after }: Page): Promise<Row[]> {
  const isUndecided = sql`(r.closed_at is null and ${isPending(search.review.id)})`
  const conditions = { pending: isUndecided, decided: sql`i.decision is not null` }
  return selectItems(
    search,
    sql`
      ${state ? conditions[state] : sql`true`} and ${after ? sql`i.position > ${after[0]}::int` : sql`true`}
      order by i.position limit ${take}`,
  )
}

/** Selects the items that match the rest of a statement after `where`. */
function selectItems({ review, callerId }: Omit<Search, 'state'>, rest: Sql): Promise<Row[]> {
  const isUndecided = sql`(r.closed_at is null and ${isPending(review.id)})`
  return rows<Row>(db)`
    select concat_ws(' ', i.user_id, i.subsystem_id) as id, array[i.position::text] as key,
           json_build_object('id', i.user_id, 'firstname', coalesce(u.firstname, ''),
                             'lastname', coalesce(u.lastname, ''), 'email', coalesce(u.email, '')) as user,
           case when i.subsystem_id is not null
                then json_build_object('id', i.subsystem_id, 'name', coalesce(s.name, i.subsystem_id)) end as platform,
           case when i.subsystem_id is null
                then array(select c.role from company_roles c where c.user_id = i.user_id
                           order by array_position(${[...companyRoles]}::text[], c.role))
                else '{}'::text[] end as company_roles,
           case when a.user_id is null then '[]' else ${rolesOfAccount} end as platform_roles,
           l.last_login_at as last_login, i.decision, i.decided_at,
           coalesce(${nameOfColleagueIn(sql`i.decided_by`, sql`r.partner_id`)}, '') as decided_by,
           case when i.decision is not null then 'decided' when ${isUndecided} then 'pending'
                when r.closed_at is null and ${isLive} then 'provider'
                else 'gone' end as state,
           r.closed_at is null and i.user_id <> ${callerId}
             and (${isUndecided} or (coalesce(i.decision = 'keep', false) and ${isLive}))
             as may_decide
    from access_review_items i join access_reviews r on r.id = i.review_id
         left join users u on u.id = i.user_id and u.partner_id = r.partner_id
         left join user_logins l on l.user_id = u.id
         left join subsystems s on s.id = i.subsystem_id
         left join subsystem_accounts a on a.user_id = u.id and a.subsystem_id = s.id
    where r.id = ${review.id} and i.review_id = ${review.id}
      and ${rest}`
}

/** Returns an item without the facts about its user. */
function accessOf(row: Row): ReviewedAccess {
  const { id, platform, platformRoles, decision, decidedAt, decidedBy, state, mayDecide } = row
  const time = decidedAt?.toISOString() ?? null
  return { id, platform, platformRoles, decision, decidedAt: time, decidedBy, state, mayDecide }
}

type UserRow = Omit<ReviewedUser, 'lastLogin'> & { key: string[]; lastLogin: Date | null }

/** Returns a page of users with their items, sorted like `findItems`, without the caller. */
export async function findReviewedUsers(search: Search, page: Page): Promise<UserRow[]> {
  const { review, callerId, state } = search
  const found = await listReviewUsers(db, review.id, { state, page, exceptUserId: callerId })
  const items = await selectItems(
    search,
    sql`i.user_id = any(${found.map(({ userId }) => userId)}::uuid[]) order by i.position`,
  )
  const itemsByUser = Map.groupBy(items, ({ user }) => user.id)
  return found.flatMap(({ userId: id, key }) => {
    const ofUser = itemsByUser.get(id) ?? []
    const [first] = ofUser
    if (!first) return []
    const { user, companyRoles: ofCompany, lastLogin } = first
    return { id, key, user, companyRoles: ofCompany, lastLogin, items: ofUser.map(accessOf) }
  })
}

const textsIn = (locale: Locale): CsvTexts<Row, keyof typeof exportReview.csvColumns> => ({
  user: ({ user }) => nameOf(user).trim(),
  email: ({ user }) => user.email,
  platform: ({ platform }) => platform?.name ?? '',
  roles: (item) => roleNamesOf(item, locale).join('; '),
  lastLogin: ({ lastLogin }) => lastLogin?.toISOString() ?? '',
  decision: ({ decision }) => decision ?? '',
  decidedAt: ({ decidedAt }) => decidedAt?.toISOString() ?? '',
})

function roleNamesOf({ companyRoles: ofCompany, platformRoles }: Row, locale: Locale): string[] {
  return [
    ...ofCompany.map((role) => companyRoleMessages[locale][role]),
    ...platformRoles.map((role) => nameOfRole(role, locale)),
  ]
}

export function csvOfReview(review: Review, callerId: string, locale: Locale) {
  return csvOfList(exportReview.csvColumns, textsIn(locale), async (page) => ({
    rows: await findItems({ review, callerId }, page),
  }))
}
