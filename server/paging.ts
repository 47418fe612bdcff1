import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageSize, type PageQuery } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { isTokenFor, tokenFor } from './secret.ts'

/** One page of a list with keyset pagination. */
export type Page = {
  limit: number
  /** Rows to read: one more than `limit`, to find out whether another page follows. */
  take: number
  /** Key of the last row of the previous page. */
  after: readonly string[] | undefined
}

/** `owner` names the list and the caller; the cursor of another owner is refused with 400001. */
export function readPage(owner: string, { limit, cursor }: PageQuery): Page {
  const size = limit ?? pageSize.default
  return {
    limit: size,
    take: size + 1,
    after: cursor === undefined ? undefined : verify(owner, cursor),
  }
}

/** Returns the rows of the page. If another page follows, x-next-cursor and x-next-url point to it. */
export function setNextPage<Row>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { owner, page, found }: { owner: string; page: Page; found: readonly Row[] },
  keyOf: (row: Row) => readonly string[],
): Row[] {
  const rows = found.slice(0, page.limit)
  const last = rows.at(-1)
  if (found.length > page.limit && last !== undefined) {
    const cursor = sign(owner, keyOf(last))
    const url = new URL(request.url, 'http://localhost')
    url.searchParams.set('cursor', cursor)
    reply.header('x-next-cursor', cursor)
    reply.header('x-next-url', url.pathname + url.search)
  }
  return rows
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
