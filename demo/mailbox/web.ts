import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { apiRoutes } from './api.ts'
import { pageRoutes } from './page.ts'
import { closing, listening } from './port.ts'
import { json, type Answer, type Route } from './route.ts'
import type { Store } from './store.ts'

type Page = { port: number; stop(): Promise<void> }

const largestBodyBytes = 64 * 1024
const always = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export async function showMail(store: Store, host: string, port: number): Promise<Page> {
  const routes = [...pageRoutes(store, host), ...apiRoutes(store)]
  const server = createServer((request, response) => {
    answer(routes, host, request)
      .catch(() => json({ error: 'Something went wrong in the mailbox.' }, 500))
      .then((answered) => send(response, answered))
  })
  return {
    port: await listening(server, host, port, 'MAILBOX_PORT'),
    stop: async () => {
      const closed = closing(server)
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(routes: Route[], host: string, request: IncomingMessage): Promise<Answer> {
  if (!isOurName(request.headers.host, host)) {
    return json({ error: 'The mailbox answers only to its own host name.' }, 421)
  }
  const url = URL.parse(request.url ?? '', 'http://mailbox')
  const matching = routes.filter(({ path }) => path.test(url?.pathname ?? ''))
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = matching.find((candidate) => candidate.method === method)
  if (!url || matching.length === 0) return notFound()
  if (!route) {
    const allow = matching.map((possible) => possible.method).join(', ')
    return json({ error: `Only ${allow} is possible here.` }, 405, { allow })
  }
  if (route.method === 'DELETE' && !isOurPage(request)) {
    return json({ error: 'Another site may not delete mails.' }, 403)
  }
  const body = route.method === 'DELETE' ? await read(request) : ''
  if (body === undefined) return json({ error: 'The body is too large.' }, 413)
  const [, ...parts] = route.path.exec(url.pathname) ?? []
  return (await route.answer({ parts, search: url.searchParams, body })) ?? notFound()
}

function notFound(): Answer {
  return json({ error: 'There is nothing here.' }, 404)
}

/** A foreign name that was made to point at loopback (DNS rebinding) would read the mails. */
function isOurName(header: string | undefined, host: string): boolean {
  const name = header
    ?.toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
  if (!name) return false
  if (name === 'localhost' || name === '::1' || /^127(\.\d+){3}$/.test(name)) return true
  const everywhere = host === '0.0.0.0' || host === '::'
  return everywhere ? isIP(name) !== 0 : name === host.toLowerCase()
}

function isOurPage(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

async function read(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes <= largestBodyBytes) chunks.push(chunk)
  }
  return bytes <= largestBodyBytes ? Buffer.concat(chunks).toString() : undefined
}

function send(response: ServerResponse, { status = 200, type, body, headers }: Answer): void {
  response.writeHead(status, { ...always, 'content-type': type, ...headers }).end(body)
}
