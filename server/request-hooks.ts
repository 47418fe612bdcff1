import type { FastifyInstance, FastifyRequest } from 'fastify'
import { config } from './config.ts'
import { poolState } from './db.ts'
import { requestLog } from './log.ts'
import { counter, gauge, histogram } from './metrics.ts'
import { beginRequest, type Begun } from './traces.ts'
import { runWithContext } from './request-context.ts'
import { Overloaded } from './concurrency-limit.ts'

const seconds = histogram('portico_request_seconds', 'Answered requests and how long they took', [
  'method',
  'route',
  'status',
])
const turnedAway = counter('portico_requests_shed_total', 'Requests that were told to come back', [
  'why',
])
let running = 0
gauge('portico_requests_running', 'Requests in progress', () => running)
gauge('portico_pool_connections', 'Connections to the database', () => poolState().total)
gauge('portico_pool_idle', 'Connections to the database that nobody uses', () => poolState().idle)
gauge('portico_pool_waiting', 'Wait for a connection to the database', () => poolState().waiting)

/** Whoever looks after the program is answered however busy it is. */
const always = new Set(['/healthz', '/readyz'])

const begun = new WeakMap<FastifyRequest, Begun>()

/** What happens to every request: counted, followed, and turned away where too many wait already. */
export function registerRequestHooks(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    running += 1
    reply.raw.on('close', left)
    const trace = beginRequest(request.method, one(request.headers['traceparent']))
    if (trace) begun.set(request, trace)
    done(always.has(request.routeOptions.url ?? '') ? undefined : busy())
  })
  // Not before: reading the body would leave the trail again.
  server.addHook('preHandler', (request, _, done) => {
    runWithContext({ requestId: request.id, context: begun.get(request)?.context }, done)
  })
  server.addHook('onResponse', (request, reply, done) => {
    // The pattern, never the address itself: that may hold a link's token.
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    const ms = reply.elapsedTime
    const { statusCode: status } = reply
    requestLog.info({ requestId: request.id, method, route, status, ms: Math.round(ms) })
    seconds.observe({ method, route, status }, ms / 1000)
    begun.get(request)?.end(status, `${method} ${route}`)
    done()
  })
}

function left(): void {
  running -= 1
}

function busy(): Overloaded | undefined {
  if (running > config.maxConcurrentRequests) return shed('requests')
  if (poolState().waiting >= config.maxDatabaseWaiters) return shed('database')
  return undefined
}

function shed(why: string): Overloaded {
  turnedAway.inc({ why })
  return new Overloaded(why, 2)
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
