import type { FastifyInstance, FastifyRequest } from 'fastify'
import { config } from './config.ts'
import { pool } from './db.ts'
import { requestLog } from './log.ts'
import { counter, gauge, histogram } from './metrics.ts'
import { traceRequest, type RequestTrace } from './traces.ts'
import { runWithContext } from './request-context.ts'
import { Overloaded } from './concurrency-limit.ts'

const seconds = histogram('portico_request_seconds', 'Duration of requests', [
  'method',
  'route',
  'status',
])
const requestsShed = counter(
  'portico_requests_shed_total',
  'Requests answered with 503 because of overload',
  ['why'],
)
let running = 0
gauge('portico_requests_running', 'Requests in progress', () => running)
gauge('portico_pool_connections', 'Database connections', () => pool.totalCount)
gauge('portico_pool_idle', 'Idle database connections', () => pool.idleCount)
gauge('portico_pool_waiting', 'Requests waiting for a connection', () => pool.waitingCount)

/** Never shed: a busy process must not look dead. */
const healthChecks = new Set(['/healthz', '/readyz'])

const traces = new WeakMap<FastifyRequest, RequestTrace>()

/** Metrics, tracing and load shedding for every request. */
export function registerRequestHooks(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    running += 1
    reply.raw.on('close', () => (running -= 1))
    const trace = traceRequest(request.method, request.headers['traceparent']?.toString())
    if (trace) traces.set(request, trace)
    done(healthChecks.has(request.routeOptions.url ?? '') ? undefined : findOverload())
  })
  // Not earlier: reading the body would lose the context.
  server.addHook('preHandler', (request, _, done) => {
    runWithContext({ requestId: request.id, trace: traces.get(request)?.context }, done)
  })
  server.addHook('onResponse', (request, reply, done) => {
    // The pattern, never the URL itself: that may contain the token of a link.
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    const { elapsedTime: ms, statusCode: status } = reply
    requestLog.info({ requestId: request.id, method, route, status, ms: Math.round(ms) })
    seconds.observe({ method, route, status }, ms / 1000)
    traces.get(request)?.end(status, `${method} ${route}`)
    done()
  })
}

function findOverload(): Overloaded | undefined {
  if (running > config.maxConcurrentRequests) return shed('requests')
  if (pool.waitingCount >= config.maxDatabaseWaiters) return shed('database')
  return undefined
}

function shed(why: 'requests' | 'database'): Overloaded {
  requestsShed.inc({ why })
  return new Overloaded(why, 2)
}
