import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createShares, Overloaded, requestsShed } from './concurrency-limit.ts'
import { config } from './config.ts'
import { pool } from './db.ts'
import { sendClientError } from './error-response.ts'
import { loadLimits } from './load-limits.ts'
import { logger } from './log.ts'
import { gauge } from './metrics.ts'
import { isInside, networkList } from './network-list.ts'
import { securityHeaders } from './security-headers.ts'

/*
 * A request counts as running from the last byte of its body until its response is handed over. Connections and bodies
 * that are still arriving are counted separately, so that slow clients do not block others (decision 48).
 */

const commonHeaders = securityHeaders(config.isSecure)
const maxRunning = loadLimits.requests
const maxBodiesPerAddress = 50
const sweepMs = 250
/** Requests by address. Above half of `maxRunning`, one address may have at most a tenth of `maxRunning`. */
const requests = createShares(Math.ceil(maxRunning / 10))
const connections = createShares(loadLimits.connectionsPerAddress)
const trustedProxies = networkList(config.trustedProxies)
export const isTrustedProxy = (address: string) => isInside(trustedProxies, address)

let running = 0
/**
 * Requests whose body is still arriving, oldest first, with their start time. The address is stored because the OpenID
 * provider hides it later.
 */
const reading = new Map<FastifyRequest, { since: number; ip: string }>()
gauge('portico_requests_running', 'Requests in progress', () => running)
gauge('portico_bodies_reading', 'Requests whose body is still arriving', () => reading.size)

/** Functions that mark a running request as ended. */
const endings = new WeakMap<FastifyRequest, () => void>()

/** Paths that are never shed, because a busy process must not look dead. */
const healthChecks = new Set(['/healthz', '/readyz'])

/** Registers the hooks that refuse requests when the server, or one address, exceeds its limits. */
export function registerLoadShedding(server: FastifyInstance): void {
  server.server.on('connection', limitConnections)
  server.addHook('onRequest', (request, reply, done) => {
    warnOfUntrustedProxy(request.headers)
    if (hasBody(request)) receive(request, reply)
    else begin(request, reply, request.ip)
    done(findOverload(request))
  })
  // `setImmediate`, so that a body which arrived while the event loop was blocked is read before the check.
  const sweep = setInterval(() => setImmediate(refuseSlowBodies), sweepMs).unref()
  server.addHook('onClose', (_, done) => {
    clearInterval(sweep)
    done()
  })
  // Because the load may have changed while the body was arriving.
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
  const release = requests.add(ip)
  const end = () => {
    if (endings.delete(request)) {
      running -= 1
      release()
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
  // Newest first, so that the oldest bodies of an address are those beyond its limit.
  for (const [request, { since, ip }] of [...reading].toReversed()) {
    const age = performance.now() - since
    if (age < sweepMs) continue
    bodies.add(ip)
    if (age > loadLimits.bodySeconds * 1000 || bodies.isExceededBy(ip)) refuseSlow(request)
  }
}

function refuseSlow(request: FastifyRequest): void {
  // A complete body has arrived and only waits to be read.
  if (!reading.delete(request) || request.raw.complete) return
  requestsShed.inc({ why: 'body' })
  const error = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  sendClientError(error, request.raw.socket, commonHeaders)
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function findOverload({ routeOptions, ip }: FastifyRequest): Overloaded | undefined {
  if (healthChecks.has(routeOptions.url ?? '')) return undefined
  if (running > maxRunning) return new Overloaded('requests', 2)
  if (running > maxRunning / 2 && requests.isExceededBy(ip)) return new Overloaded('address', 2)
  if (pool.waitingCount >= loadLimits.databaseWaiters) return new Overloaded('database', 2)
  return undefined
}

/** Closes a connection beyond the limit of its address, except those of trusted proxies, which serve many clients. */
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
