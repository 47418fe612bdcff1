import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageSize, type PageQuery } from '#contract/page.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { isTokenFor, tokenFor } from './secret.ts'

/** One page of a list that is read by key: what stands behind the last row of the page before. */
export type Page = {
  limit: number
  /** One row more than is shown: it tells whether there is more. */
  take: number
  after: readonly string[] | undefined
}

/** `owner` is whose list it is: a cursor of another one is refused. */
export function readPage(owner: string, { limit, cursor }: PageQuery): Page {
  const size = limit ?? pageSize.usual
  return {
    limit: size,
    take: size + 1,
    after: cursor === undefined ? undefined : open(owner, cursor),
  }
}

type Asked = { request: FastifyRequest; reply: FastifyReply }

/** The rows to show. While there are more, the headers say where the next page begins. */
export function setNextPage<Row>(
  { request, reply }: Asked,
  { owner, page, found }: { owner: string; page: Page; found: readonly Row[] },
  keyOf: (row: Row) => readonly string[],
): Row[] {
  const shown = found.slice(0, page.limit)
  const last = shown.at(-1)
  if (found.length > page.limit && last !== undefined) {
    const cursor = seal(owner, keyOf(last))
    const url = new URL(request.url, 'http://localhost')
    url.searchParams.set('cursor', cursor)
    reply.header('x-next-cursor', cursor)
    reply.header('x-next-url', url.pathname + url.search)
  }
  return shown
}

function seal(owner: string, key: readonly string[]): string {
  const body = Buffer.from(JSON.stringify(key)).toString('base64url')
  return `${body}.${tokenFor('cursor', `${owner} ${body}`)}`
}

function open(owner: string, cursor: string): string[] {
  const [body = '', token = ''] = cursor.split('.')
  if (!isTokenFor('cursor', `${owner} ${body}`, token)) {
    throw new Refusal(commonErrors.invalidInput, { field: 'cursor' })
  }
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as string[]
}
