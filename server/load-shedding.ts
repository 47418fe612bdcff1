import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createShares, Overloaded, requestsShed } from './concurrency-limit.ts'
import { config } from './config.ts'
import { pool } from './db.ts'
import { sendClientError } from './error-response.ts'
import { logger } from './log.ts'
import { gauge } from './metrics.ts'
import { isInside, networkList } from './network-list.ts'
import { securityHeaders } from './security-headers.ts'

/*
 * A request is in progress from the last byte of its body until its answer is handed over. Bodies that are still
 * arriving and connections are counted apart, so that slow clients take no place of others (decision 48).
 */

const headersOfAll = securityHeaders(config.isSecure)
const maxRunning = config.maxConcurrentRequests
const maxBodiesPerAddress = 50
const sweepMs = 250
/** While more than half of the places are taken, no address may have more than a tenth of them. */
const requests = createShares(Math.ceil(maxRunning / 10))
const connections = createShares(config.maxConnectionsPerAddress)
const trustedProxies = networkList(config.trustedProxies)
export const isTrustedProxy = (address: string) => isInside(trustedProxies, address)

let running = 0
/** Requests whose body is still arriving, the oldest first, and since when. The OpenID provider hides their address. */
const reading = new Map<FastifyRequest, { since: number; ip: string }>()
gauge('portico_requests_running', 'Requests in progress', () => running)
gauge('portico_bodies_reading', 'Requests whose body is still arriving', () => reading.size)

/** What ends the progress of a request. */
const endings = new WeakMap<FastifyRequest, () => void>()

/** Never shed: a busy process must not look dead. */
const healthChecks = new Set(['/healthz', '/readyz'])

/** Refuses what is too much for all, or for one address. */
export function registerLoadShedding(server: FastifyInstance): void {
  server.server.on('connection', limitConnections)
  server.addHook('onRequest', (request, reply, done) => {
    warnOfUntrustedProxy(request.headers)
    if (hasBody(request)) receive(request, reply)
    else begin(request, reply, request.ip)
    done(findOverload(request))
  })
  // Later in its turn of the event loop: a body that came while the process stood still is read first.
  const sweep = setInterval(() => setImmediate(refuseSlowBodies), sweepMs).unref()
  server.addHook('onClose', (_, done) => {
    clearInterval(sweep)
    done()
  })
  // What waited for its body meets the load of now.
  server.addHook('preHandler', (request, _, done) => {
    done(hasBody(request) ? findOverload(request) : undefined)
  })
  server.addHook('onSend', (request, _, __, done) => {
    endings.get(request)?.()
    done()
  })
}

function begin(request: FastifyRequest, reply: FastifyReply, ip: string): void {
  running += 1
  const giveBack = requests.add(ip)
  const end = () => {
    if (endings.delete(request)) {
      running -= 1
      giveBack()
    }
  }
  endings.set(request, end)
  reply.raw.on('close', end)
}

function receive(request: FastifyRequest, reply: FastifyReply): void {
  const { ip } = request
  reading.set(request, { since: performance.now(), ip })
  request.raw.once('end', () => {
    reading.delete(request)
    if (!reply.raw.closed) begin(request, reply, ip)
  })
  reply.raw.on('close', () => reading.delete(request))
  const [oldest] = reading.keys()
  if (oldest && reading.size > maxRunning) refuseSlow(oldest)
}

function refuseSlowBodies(): void {
  const bodies = createShares(maxBodiesPerAddress)
  for (const [request, { since, ip }] of [...reading].toReversed()) {
    const age = performance.now() - since
    if (age < sweepMs) continue
    bodies.add(ip)
    if (age > config.bodyTimeoutSeconds * 1000 || bodies.isExceededBy(ip)) refuseSlow(request)
  }
}

function refuseSlow(request: FastifyRequest): void {
  // Complete: it has arrived, and waits to be read.
  if (!reading.delete(request) || request.raw.complete) return
  requestsShed.inc({ why: 'body' })
  const error = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  sendClientError(error, request.raw.socket, headersOfAll)
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function findOverload({ routeOptions, ip }: FastifyRequest): Overloaded | undefined {
  if (healthChecks.has(routeOptions.url ?? '')) return undefined
  if (running > maxRunning) return new Overloaded('requests', 2)
  if (running > maxRunning / 2 && requests.isExceededBy(ip)) return new Overloaded('address', 2)
  if (pool.waitingCount >= config.maxDatabaseWaiters) return new Overloaded('database', 2)
  return undefined
}

/** Not those of trusted proxies, which carry everybody. */
function limitConnections(socket: Socket): void {
  const address = socket.remoteAddress
  if (address === undefined || isTrustedProxy(address)) return
  socket.on('close', connections.add(address))
  if (!connections.isExceededBy(address)) return
  requestsShed.inc({ why: 'connections' })
  socket.destroy()
}

let isWarned = config.trustedProxies.length > 0 || config.host.startsWith('/')

function warnOfUntrustedProxy(headers: IncomingHttpHeaders): void {
  if (isWarned || !(headers['x-forwarded-for'] ?? headers['forwarded'])) return
  isWarned = true
  logger.warn(
    'A request came with X-Forwarded-For or Forwarded, but TRUSTED_PROXIES is empty: behind a proxy, all clients count as one address',
  )
}
