import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageSize, type PageQuery } from '#contract/fields.ts'
import { exactTotal, listHeaders, maxListedCount, type Total } from '#contract/list.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { scalar, sql, type Db } from './db.ts'
import type { Sql } from 'sql-template-tag'
import { isTokenFor, tokenFor } from './secret.ts'

/** The position of a page in a list, with keyset pagination. */
export type Page = {
  /** The number of rows to read: one more than the page contains, to detect whether another page follows. */
  take: number
  /** The key of the previous page's last row; omitted for the first page. */
  after?: readonly string[] | undefined
}

type Keyed = { key: readonly string[] }
/** The rows of a page, with the facts for the headers. */
export type FoundPage<Row> = {
  rows: readonly Row[]
  total: Total | undefined
  /** The number of rows searched and the key to continue after, if the search stopped at its limit. */
  bound: { scanned: number; key: readonly string[] } | undefined
}
type FindPage<Row> = (page: Page) => Promise<readonly Row[] | FoundPage<Row>>
type ReadPage<Row> = { rows: Row[]; next: string | undefined; scanned?: number; total?: Total }
type CountRows = () => Promise<Total | undefined>
type PageRequest = { query: PageQuery; request: FastifyRequest; reply: FastifyReply }

/**
 * Returns the rows of the requested page. If another page follows, x-next-cursor, x-next-url and Link (RFC 8288) point
 * to it. `cursorScope` identifies the list and the caller; a cursor of another scope is refused with 400001. `count` is
 * called for the first page only, and its result is in x-total-count and x-total-estimated.
 */
export async function findPage<Row extends Keyed>(
  { query, request, reply }: PageRequest,
  cursorScope: string,
  find: FindPage<Row>,
  count?: CountRows,
): Promise<Row[]> {
  const [{ rows, next, scanned, ...page }, counted] = await Promise.all([
    readPage(query, cursorScope, find),
    query.cursor === undefined ? count?.() : undefined,
  ])
  const total = page.total ?? counted
  if (next !== undefined) {
    const url = new URL(request.url, 'http://localhost')
    url.searchParams.set('cursor', next)
    reply.header(listHeaders.cursor, next)
    reply.header(listHeaders.url, url.pathname + url.search)
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  if (scanned !== undefined) reply.header(listHeaders.scanned, scanned)
  if (total) {
    // If the whole list fits into one page, its length is the exact total.
    const isOnlyPage = query.cursor === undefined && next === undefined
    reply.header(listHeaders.total, isOnlyPage ? rows.length : total.count)
    reply.header(listHeaders.estimated, String(!isOnlyPage && total.isEstimated))
  }
  return rows
}

type Plan = { Plan: { 'Plan Rows': number } }[]

/** Counts the rows of `from …`: exactly up to `exactTotal`, above that by the planner's estimate. */
export async function countRows(db: Db, from: Sql): Promise<Total> {
  const count = await scalar<number>(db)`
    select count(*) from (select ${from} limit ${exactTotal + 1}) counted`
  if ((count ?? 0) <= exactTotal) return { count: count ?? 0, isEstimated: false }
  const plan = await scalar<Plan>(db)`explain (format json) select ${from}`
  const estimate = Math.round(plan?.[0]?.Plan['Plan Rows'] ?? 0)
  return { count: Math.max(estimate, exactTotal + 1), isEstimated: true }
}

/** Returns SQL for the number of rows of a query that a list shows: never more than `maxListedCount` + 1. */
export function countListed(query: Sql): Sql {
  return sql`(select count(*) from (${query} limit ${maxListedCount + 1}) counted)`
}

/** Returns the rows of a page and the cursor of the next one, like `findPage` but without an HTTP response. */
export async function readPage<Row extends Keyed>(
  { limit = pageSize.default, cursor }: PageQuery,
  cursorScope: string,
  find: FindPage<Row>,
): Promise<ReadPage<Row>> {
  const after = cursor === undefined ? undefined : verifyCursor(cursorScope, cursor)
  const answer = await find({ take: limit + 1, after })
  const {
    total,
    bound,
    rows: allRows,
  } = 'rows' in answer ? answer : { rows: answer, total: undefined, bound: undefined }
  const rows = allRows.slice(0, limit)
  const facts = { rows, ...(total && { total }) }
  const last = rows.at(-1)
  if (allRows.length > limit && last) return { ...facts, next: signCursor(cursorScope, last.key) }
  if (bound) return { ...facts, next: signCursor(cursorScope, bound.key), scanned: bound.scanned }
  return { ...facts, next: undefined }
}

function signCursor(cursorScope: string, key: readonly string[]): string {
  const body = Buffer.from(JSON.stringify(key)).toString('base64url')
  return `${body}.${tokenFor('cursor', `${cursorScope} ${body}`)}`
}

function verifyCursor(cursorScope: string, cursor: string): string[] {
  const [body = '', token = ''] = cursor.split('.')
  if (!isTokenFor('cursor', `${cursorScope} ${body}`, token)) {
    throw new Refusal(commonErrors.invalidInput, { field: 'cursor' })
  }
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as string[]
}
