import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageSize, type PageQuery } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { isTokenFor, tokenFor } from './secret.ts'

/** The part of a list that one page needs, with keyset pagination. */
export type Page = {
  /** Rows to read: one more than the page shows, to find out whether another page follows. */
  take: number
  /** Key of the last row of the previous page. */
  after: readonly string[] | undefined
}

type Keyed = { key: readonly string[] }
type FindPage<Row> = (page: Page) => Promise<readonly Row[]>
type PageRequest = { query: PageQuery; request: FastifyRequest; reply: FastifyReply }

/**
 * Returns the rows of the requested page. If another page follows, x-next-cursor and x-next-url point to it. `owner`
 * names the list and the caller; the cursor of another owner is refused with 400001.
 */
export async function findPage<Row extends Keyed>(
  { query, request, reply }: PageRequest,
  owner: string,
  find: FindPage<Row>,
): Promise<Row[]> {
  const { rows, next } = await readPage(query, owner, find)
  if (next !== undefined) {
    const url = new URL(request.url, 'http://localhost')
    url.searchParams.set('cursor', next)
    reply.header('x-next-cursor', next)
    reply.header('x-next-url', url.pathname + url.search)
  }
  return rows
}

/** The same outside of an endpoint: the rows, and the cursor of the page after them. */
export async function readPage<Row extends Keyed>(
  { limit = pageSize.default, cursor }: PageQuery,
  owner: string,
  find: FindPage<Row>,
): Promise<{ rows: Row[]; next: string | undefined }> {
  const after = cursor === undefined ? undefined : verify(owner, cursor)
  const found = await find({ take: limit + 1, after })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? sign(owner, last.key) : undefined }
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
