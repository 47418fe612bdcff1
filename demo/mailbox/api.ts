import { details, headers, summary } from './mailpit.ts'
import type { Attached } from './message.ts'
import { get, getOne, json, type Answer, type Asked, type Route } from './route.ts'
import { isMatch } from './search.ts'
import type { Store } from './store.ts'

const message = '/api/v1/message/([\\w-]+)'
const pageSize = 50

/** Mailpit's paths: what was written for Mailpit can read this mailbox. */
export function apiRoutes(store: Store): Route[] {
  return [
    get('/api/v1/messages', (asked) => list(store, asked)),
    get('/api/v1/search', (asked) => list(store, asked)),
    getOne(store, message, (found) => {
      store.markRead(found)
      return json(details(found))
    }),
    getOne(store, `${message}/headers`, (found) => json(headers(found))),
    getOne(store, `${message}/raw`, (found) => plain(found.raw)),
    getOne(store, `${message}/part/(\\d+)`, (found, part) =>
      download(found.attachments[Number(part)]),
    ),
    { method: 'DELETE', path: /^\/api\/v1\/messages$/, answer: (asked) => remove(store, asked) },
  ]
}

function list(store: Store, { search }: Asked): Answer {
  const all = store.messages()
  const query = search.get('query') ?? ''
  const found = all.filter((candidate) => isMatch(candidate, query))
  const start = count(search.get('start')) ?? 0
  const limit = count(search.get('limit')) ?? pageSize
  const messages = found.slice(start, start + limit).map(summary)
  return json({
    total: all.length,
    unread: all.filter(({ read }) => !read).length,
    count: messages.length,
    messages_count: found.length,
    messages_unread: found.filter(({ read }) => !read).length,
    start,
    tags: [],
    messages,
  })
}

async function remove(store: Store, { body }: Asked): Promise<Answer> {
  const ids = idsOf(body)
  if (!ids) return json({ error: 'Send {"IDs": ["…"]}, or nothing to delete all mails.' }, 400)
  await store.remove(({ id }) => ids.length === 0 || ids.includes(id))
  return plain('ok')
}

function idsOf(body: string): string[] | undefined {
  if (body === '') return []
  try {
    const { IDs = [] } = JSON.parse(body)
    return Array.isArray(IDs) ? IDs : undefined
  } catch {
    return undefined
  }
}

function plain(body: string | Uint8Array): Answer {
  return { type: 'text/plain; charset=utf-8', body }
}

function download(part: Attached | undefined): Answer | undefined {
  if (!part) return undefined
  const name = encodeURIComponent(part.name)
  return {
    type: 'application/octet-stream',
    body: part.content,
    headers: { 'content-disposition': `attachment; filename*=UTF-8''${name}` },
  }
}

function count(sent: string | null): number | undefined {
  return sent !== null && /^\d{1,9}$/.test(sent) ? Number(sent) : undefined
}
