import { join, type Sql } from 'sql-template-tag'
import { foldText } from '#contract/fold-text.ts'
import { exactTotal, type Total } from '#contract/list.ts'
import { maxCollected, maxScanned, type UserListQuery, type UserSort } from '#contract/user-list.ts'
import { row, rows, run, scalar, scalars, sql, type Transaction } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import { usersByLogin, usersWithLogin } from '../accounts/user-login.ts'
import { factorConditions, statusConditions } from './user-conditions.ts'
import { lengthOf, minPartLength, partWithDigits } from './search-text.ts'
import { orderOf, orderOfSet, type ListOrder } from './user-order.ts'
import { findSmallSet } from './user-set.ts'
import { beginningWith, estimateUsers, hasPart, mayMatch, searchCondition } from './user-search.ts'

/** Users whom a list may show. Has no default, so that a caller that omits it does not compile. */
export type UserScope = 'all' | { companyId: string }

type UserIds = {
  ids: string[]
  /** Total number of users; only on the first page. */
  total: Total | undefined
  /** Position at which the search stopped at its limit: the number of scanned rows and the key of the last one. */
  bound: { scanned: number; key: readonly string[] } | undefined
}

/** The ids with the key of a row in their order. */
type OrderedIds = UserIds & { key: Sql }

function companyOf(scope: UserScope, { partner }: UserListQuery): string | undefined {
  return scope === 'all' ? partner : scope.companyId
}

/** Conditions of a list: the index of the list's order evaluates `served`; `rest` is checked row by row. */
type Conditions = { served: Sql[]; rest: Sql[] }

/** Splits the conditions of a query into those that the index of its order evaluates, and the rest. */
function conditionsOf(scope: UserScope, query: UserListQuery, sort: UserSort): Conditions {
  const { status, partner, platform, secondFactor, lastLoginBefore, language } = query
  const served: Sql[] = []
  const rest: Sql[] = []
  const add = (isServed: boolean, condition: Sql) => (isServed ? served : rest).push(condition)
  const onlyStatus = status?.length === 1 ? status[0] : undefined
  const companyId = companyOf(scope, query)
  // These lists have partial indexes.
  const hasOwnIndex =
    (onlyStatus === 'deactivated' && sort === 'name') ||
    (onlyStatus === 'invited' && sort !== 'lastLogin')
  if (status)
    add(
      hasOwnIndex,
      sql`(${join(
        status.map((each) => statusConditions[each]),
        ' or ',
      )})`,
    )
  // Nearly all users are active, so inactive ones are not counted as scanned rows.
  else if (query.includeInactive !== 'true') served.push(sql`u.active`)
  if (companyId !== undefined) {
    add(sort === 'name' && !hasOwnIndex, sql`u.partner_id = ${companyId}`)
    // An id in the query never widens the scope.
    if (partner !== undefined && partner !== companyId) rest.push(sql`false`)
  }
  if (language !== undefined) {
    add(
      sort === 'name' && !hasOwnIndex && companyId === undefined,
      sql`u.preferred_language = ${language}`,
    )
  }
  if (lastLoginBefore !== undefined) {
    add(sort === 'lastLogin', sql`u.last_login < ${lastLoginBefore}::timestamp at time zone 'UTC'`)
    rest.push(sql`u.created_at < ${lastLoginBefore}::timestamp at time zone 'UTC'`)
  }
  if (secondFactor !== undefined) rest.push(factorConditions[secondFactor])
  if (platform !== undefined) {
    rest.push(sql`exists (
      select from subsystem_accounts a where a.user_id = u.id and a.subsystem_id = ${platform})`)
  }
  return { served, rest }
}

/** Returns SQL for the ids of all users on all pages of a list, in no order. */
export async function matchingUsers(
  tx: Transaction,
  scope: UserScope,
  query: UserListQuery,
): Promise<Sql> {
  const { served, rest } = conditionsOf(scope, query, 'name')
  await run(tx)`set local plan_cache_mode = force_custom_plan`
  const set = await findSmallSet(tx, companyOf(scope, query), query)
  const matchesText =
    foldText(query.q ?? '') === '' ? sql`true` : await searchCondition(tx, query.q ?? '')
  const all = [...(set ? [set] : []), matchesText, ...served, ...rest]
  return sql`select u.id from ${usersWithLogin()} where ${join(all, ' and ')}`
}

/** Returns the ids of one page of users. */
export async function listUserIds(
  tx: Transaction,
  scope: UserScope,
  query: UserListQuery,
  page: Page,
): Promise<OrderedIds> {
  // Rare and common names need different plans, and a generic plan would be slow for one of them.
  await run(tx)`set local plan_cache_mode = force_custom_plan`
  // Starting parallel workers takes longer than the work that they would save.
  await run(tx)`set local max_parallel_workers_per_gather = 0`
  const set = await findSmallSet(tx, companyOf(scope, query), query)
  if (!set) return { ...(await searchUsers(tx, scope, query, page)), key: orderOf(query.sort).key }
  const order = orderOfSet(query.sort, scope !== 'all')
  const { served, rest } = conditionsOf(scope, query, order.name)
  const matchesText =
    foldText(query.q ?? '') === '' ? sql`true` : await searchCondition(tx, query.q ?? '')
  const condition = join([set, matchesText, ...served, ...rest], ' and ')
  return { ...(await collect(tx, condition, order, page)), key: order.key }
}

/** Returns the ids of one page of a set that is too large to collect. */
async function searchUsers(
  tx: Transaction,
  scope: UserScope,
  query: UserListQuery,
  page: Page,
): Promise<UserIds> {
  const order = orderOf(query.sort)
  const { served, rest } = conditionsOf(scope, query, order.name)
  const text = foldText(query.q ?? '')
  const matchesText = text === '' ? sql`true` : await searchCondition(tx, query.q ?? '')
  if (text === '') return scanAndCount(tx, { served, rest }, order, page)
  const all = join([matchesText, ...served, ...rest], ' and ')
  const isShort = lengthOf(text) < minPartLength
  const maxCandidates = isShort ? maxCollected.ofSet : maxCollected.ofSearch
  const rarePart = partWithDigits(text)
  // The text index reads all candidates, whatever the other conditions are.
  const estimates = await estimateUsers(tx, [
    mayMatch(text),
    join([sql`true`, ...served], ' and '),
    all,
    rarePart === undefined ? sql`false` : hasPart(rarePart),
  ])
  const [candidateCount = 0, servedCount = 0, matchCount = 0, partCount = 0] = estimates
  if (candidateCount <= maxCandidates) {
    // The lookup of the part alone is faster if it has few more candidates than the whole text.
    const isNarrow = rarePart !== undefined && partCount - candidateCount <= maxCollected.ofSet
    const condition = isNarrow ? await searchCondition(tx, query.q ?? '', rarePart) : matchesText
    return collect(tx, join([condition, ...served, ...rest], ' and '), order, page)
  }
  const total = page.after ? undefined : estimated(matchCount)
  // `searchMany` reads only the columns of the default order.
  if (rest.length > 0 || query.sort !== undefined) {
    const ids = await scanIndex(tx, { served, rest: [matchesText, ...rest] }, order, page)
    return { ...ids, total }
  }
  const usesFirstCharacters = isShort && servedCount > maxCollected.ofSearch
  return { ...(await searchMany(tx, { text, usesFirstCharacters, all }, order, page)), total }
}

function estimated(count: number): Total {
  return { count: Math.round(count), isEstimated: true }
}

/** Reads all matches and sorts them, so that their number costs nothing extra. */
async function collect(
  tx: Transaction,
  condition: Sql,
  order: ListOrder,
  { take, after }: Page,
): Promise<UserIds> {
  // `offset 0` hides from the planner that an order and a limit follow.
  const users = await rows<{ id: string; total: number }>(tx)`
    select u.id, count(*) over () as total
    from (select u.id, u.lastname, u.firstname, u.last_login, u.user_id, u.created_at
          from ${usersWithLogin()} where ${condition} offset 0) u
    where ${order.after(after)} order by ${order.by} limit ${take}`
  const count = users[0]?.total ?? 0
  const total = after ? undefined : { count, isEstimated: count > exactTotal }
  return { ids: users.map(({ id }) => id), total, bound: undefined }
}

type IdsWithoutTotal = Omit<UserIds, 'total'>

/** Scans the index of the order until the page is full or the limit of rows is reached. */
async function scanIndex(
  tx: Transaction,
  { served, rest }: Conditions,
  order: ListOrder,
  { take, after }: Page,
): Promise<IdsWithoutTotal> {
  const start = join([...served, order.after(after)], ' and ')
  const isBounded = rest.length > 0
  const users = order.name === 'lastLogin' ? usersByLogin : usersWithLogin()
  const scanned = sql`
    select * from ${users} where ${start} order by ${order.by} limit ${isBounded ? maxScanned : take}`
  const others = isBounded ? join(rest, ' and ') : sql`true`
  // Makes the planner read the index of the order instead of sorting.
  await run(tx)`set local enable_sort = off`
  await run(tx)`set local enable_incremental_sort = off`
  const ids = await scalars<string>(tx)`
    select u.id from (${scanned}) u where ${others} order by ${order.by} limit ${take}`
  const last =
    isBounded && ids.length < take
      ? await row<{ key: string[] }>(tx)`
          select ${order.key} as key from ${users} where ${start}
          order by ${order.by} offset ${maxScanned - 1} limit 1`
      : undefined
  await run(tx)`set local enable_sort to default`
  return { ids, bound: last && { scanned: maxScanned, key: last.key } }
}

async function scanAndCount(
  tx: Transaction,
  conditions: Conditions,
  order: ListOrder,
  page: Page,
): Promise<UserIds> {
  const ids = await scanIndex(tx, conditions, order, page)
  return { ...ids, total: page.after ? undefined : await countMatches(tx, conditions) }
}

/** Number of users up to which the table is small enough for an exact count. */
const smallTable = 20_000

async function countMatches(tx: Transaction, { served, rest }: Conditions): Promise<Total> {
  const condition = join([sql`true`, ...served, ...rest], ' and ')
  const size = await scalar<number>(tx)`
    select reltuples::bigint from pg_class where oid = 'users'::regclass`
  const [estimate = 0] = await estimateUsers(tx, [condition])
  if ((size ?? 0) <= smallTable || (rest.length === 0 && estimate <= 2 * exactTotal)) {
    const count = await scalar<number>(tx)`
      select count(*) from (select from ${usersWithLogin()} where ${condition} limit ${exactTotal + 1}) users`
    if ((count ?? 0) <= exactTotal) return { count: count ?? 0, isEstimated: false }
  }
  return estimated(estimate)
}

/** Search for a text. With `usesFirstCharacters`, it scans the indexes of first characters. */
type Search = { text: string; usesFirstCharacters: boolean; all: Sql }

/**
 * Returns one page of many matches. Scans the index of names, which holds all columns that are read, or that of the
 * company or status, in the worst case completely. The planner cannot choose this, because it assumes that matches are
 * spread evenly over the list, but equal names are adjacent.
 */
async function searchMany(
  tx: Transaction,
  { text, usesFirstCharacters, all }: Search,
  order: ListOrder,
  { take, after }: Page,
): Promise<IdsWithoutTotal> {
  const isNext = sql`${all} and ${order.after(after)}`
  const matches = usesFirstCharacters
    ? beginningWith(text, isNext, order.by, take)
    : sql`select u.id, u.lastname, u.firstname from users u where ${isNext}`
  await run(tx)`set local enable_sort = off`
  const ids = await scalars<string>(tx)`
    select u.id from (${matches}) u order by ${order.by} limit ${take}`
  await run(tx)`set local enable_sort to default`
  return { ids, bound: undefined }
}
