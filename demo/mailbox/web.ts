import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { isIP } from 'node:net'
import { brandStyle } from '../../app/brand.ts'
import { listPage, messagePage } from './page.ts'
import { htmlWithImages, type Mailbox, type Message, type Store } from './store.ts'

type Answer = { status?: number; type?: string; body: string | Buffer; headers?: object }

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const files: Record<string, string> = {
  '/mailbox.css': 'text/css',
  '/mailbox.js': 'text/javascript',
  '/mailbox.svg': 'image/svg+xml',
}

/** Serves the page of the mailbox, and two calls of Mailpit's API: list mails, read one. */
export function createWebServer(store: Store, host: string): Server {
  return createServer((request, response) => {
    answer(store, host, request)
      .catch((): Answer => ({ status: 500, body: 'The mailbox failed.' }))
      .then(({ status = 200, type = 'text/plain', body, headers }) => {
        response
          .writeHead(status, {
            'cache-control': 'no-store',
            'content-type': `${type}; charset=utf-8`,
            'content-security-policy': pagePolicy,
            'cross-origin-opener-policy': 'same-origin',
            'cross-origin-resource-policy': 'same-origin',
            'referrer-policy': 'no-referrer',
            'x-content-type-options': 'nosniff',
            ...headers,
          })
          .end(body)
      })
  })
}

async function answer(store: Store, host: string, request: IncomingMessage): Promise<Answer> {
  if (!isOwnName(request.headers.host, host))
    return { status: 421, body: 'The mailbox answers only to its own host name.' }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mailbox')
  if (request.method === 'POST' && pathname === '/delete') {
    if (request.headers['sec-fetch-site'] !== 'same-origin')
      return { status: 403, body: 'Another site cannot delete mails.' }
    await store.deleteAll()
    return { status: 303, body: '', headers: { location: '/' } }
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, body: 'Not possible here.', headers: { allow: 'GET, HEAD' } }
  if (pathname === '/')
    return { type: 'text/html', body: listPage(store.list(), searchParams.get('q') ?? '') }
  if (pathname === '/changes') return { body: store.version() }
  if (pathname === '/api/v1/messages') return json(listMessages(store, searchParams))
  const type = files[pathname]
  if (type) {
    const text = await readFile(new URL(`.${pathname}`, import.meta.url), 'utf8')
    return { type, body: pathname === '/mailbox.css' ? text + brandStyle() : text }
  }
  const [, kind, id = ''] = /^\/(mail|html|source|api\/v1\/message)\/([\w-]+)$/.exec(pathname) ?? []
  const message = store.find(id)
  const shown = message && (await showMessage(store, message, kind, host))
  return shown ?? { status: 404, body: 'Not found.' }
}

async function showMessage(
  store: Store,
  message: Message,
  kind = '',
  host = '',
): Promise<Answer | undefined> {
  if (kind === 'html')
    return message.html === '' ? undefined : htmlOf(await htmlWithImages(message), host)
  if (kind === 'source') return { body: message.raw }
  store.markRead(message)
  if (kind === 'mail') return { type: 'text/html', body: messagePage(message) }
  return json({ ...summary(message), Text: message.text, HTML: message.html })
}

/** Serves a mail as untrusted content: no script, no form, no remote image; links open outside the frame. */
function htmlOf(html: string, host: string): Answer {
  const names = new Set(['localhost', '127.0.0.1', ...(/^[a-z\d.-]+$/i.test(host) ? [host] : [])])
  const policy = [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `img-src data: ${[...names].map((name) => `http://${name}:* https://${name}:*`).join(' ')}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  return {
    type: 'text/html',
    body: `<!doctype html><base target="_blank">${html}`,
    headers: { 'content-security-policy': policy },
  }
}

function listMessages(store: Store, search: URLSearchParams) {
  const all = store.list()
  const start = Number(search.get('start') ?? 0)
  const messages = all.slice(start, start + Number(search.get('limit') ?? 50)).map(summary)
  return { total: all.length, count: messages.length, start, messages }
}

function summary({ id, messageId, from, to, subject, createdAt, isRead }: Message) {
  return {
    ID: id,
    MessageID: messageId,
    Read: isRead,
    From: person(from),
    To: to.map(person),
    Subject: subject,
    Created: createdAt.toISOString(),
  }
}

function person({ name, address }: Mailbox) {
  return { Name: name, Address: address }
}

function json(body: unknown): Answer {
  return { type: 'application/json', body: JSON.stringify(body) }
}

/** Returns false for a foreign name that resolves to loopback (DNS rebinding). */
function isOwnName(header: string | undefined, host: string): boolean {
  const name = header
    ?.toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
  if (!name) return false
  if (name === 'localhost' || name === '::1' || /^127(\.\d+){3}$/.test(name)) return true
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return isEverywhere ? isIP(name) !== 0 : name === host.toLowerCase()
}
