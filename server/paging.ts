import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageSize, type PageQuery } from '#contract/fields.ts'
import { exactTotal, listHeaders, type Total } from '#contract/list.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { scalar, type Db } from './db.ts'
import type { Sql } from 'sql-template-tag'
import { isTokenFor, tokenFor } from './secret.ts'

/** The part of a list that one page needs, with keyset pagination. */
export type Page = {
  /** Rows to read: one more than the page shows, to find out whether another page follows. */
  take: number
  /** Key of the last row of the previous page. */
  after: readonly string[] | undefined
}

type Keyed = { key: readonly string[] }
/** Rows, and what else the headers say. */
export type FoundPage<Row> = {
  rows: readonly Row[]
  total: Total | undefined
  /** Of a search that stopped at its bound: how many rows it looked through, and the key behind which it goes on. */
  bound: { scanned: number; key: readonly string[] } | undefined
}
type FindPage<Row> = (page: Page) => Promise<readonly Row[] | FoundPage<Row>>
type ReadPage<Row> = { rows: Row[]; next: string | undefined; scanned?: number; total?: Total }
type CountRows = () => Promise<Total | undefined>
type PageRequest = { query: PageQuery; request: FastifyRequest; reply: FastifyReply }

/**
 * Returns the rows of the requested page. If another page follows, x-next-cursor, x-next-url and Link (RFC 8288) point to it. `owner`
 * names the list and the caller; the cursor of another owner is refused with 400001. `count` is called for the first
 * page only; x-total-count and x-total-estimated say what it found.
 */
export async function findPage<Row extends Keyed>(
  { query, request, reply }: PageRequest,
  owner: string,
  find: FindPage<Row>,
  count?: CountRows,
): Promise<Row[]> {
  const [{ rows, next, scanned, ...page }, counted] = await Promise.all([
    readPage(query, owner, find),
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
    // A list that fits into one page needs no estimate.
    const isWhole = query.cursor === undefined && next === undefined
    reply.header(listHeaders.total, isWhole ? rows.length : total.count)
    reply.header(listHeaders.estimated, String(!isWhole && total.isEstimated))
  }
  return rows
}

type Plan = { Plan: { 'Plan Rows': number } }[]

/** Counts the rows of `from …`: up to 10,000 exactly; for more it says what the planner expects. */
export async function countRows(db: Db, from: Sql): Promise<Total> {
  const counted = await scalar<number>(db)`
    select count(*) from (select ${from} limit ${exactTotal + 1}) counted`
  if ((counted ?? 0) <= exactTotal) return { count: counted ?? 0, isEstimated: false }
  const plan = await scalar<Plan>(db)`explain (format json) select ${from}`
  const expected = Math.round(plan?.[0]?.Plan['Plan Rows'] ?? 0)
  return { count: Math.max(expected, exactTotal + 1), isEstimated: true }
}

/** The same outside of an endpoint: the rows, and the cursor of the page after them. */
export async function readPage<Row extends Keyed>(
  { limit = pageSize.default, cursor }: PageQuery,
  owner: string,
  find: FindPage<Row>,
): Promise<ReadPage<Row>> {
  const after = cursor === undefined ? undefined : verify(owner, cursor)
  const answer = await find({ take: limit + 1, after })
  const { total, bound, rows: found } = 'rows' in answer ? answer : unmeasured(answer)
  const rows = found.slice(0, limit)
  const facts = { rows, ...(total && { total }) }
  const last = rows.at(-1)
  if (found.length > limit && last) return { ...facts, next: sign(owner, last.key) }
  if (bound) return { ...facts, next: sign(owner, bound.key), scanned: bound.scanned }
  return { ...facts, next: undefined }
}

function unmeasured<Row>(rows: readonly Row[]): FoundPage<Row> {
  return { rows, total: undefined, bound: undefined }
}

function sign(owner: string, key: readonly string[]): string {
  const body = Buffer.from(JSON.stringify(key)).toString('base64url')
  return `${body}.${tokenFor('cursor', `${owner} ${body}`)}`
}

function verify(owner: string, cursor: string): string[] {
  const [body = '', token = ''] = cursor.split('.')
  if (!isTokenFor('cursor', `${owner} ${body}`, token)) {
    throw new Refusal(commonErrors.invalidInput, { field: 'cursor' })
  }
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as string[]
}
