import type { FastifyInstance, FastifyRequest } from 'fastify'
import { config } from './config.ts'
import { db, pool, rows } from './db.ts'
import { isTrustedProxy } from './load-shedding.ts'
import { requestLog } from './log.ts'
import { gauge, gaugeOfMany, histogram } from './metrics.ts'
import { traceRequest, type RequestTrace } from './traces.ts'
import { runWithContext } from './request-context.ts'

const requestSeconds = histogram('portico_request_seconds', 'Duration of requests', [
  'method',
  'route',
  'status',
])
gauge('portico_pool_connections', 'Database connections', () => pool.totalCount)
gauge('portico_pool_idle', 'Idle database connections', () => pool.idleCount)
gauge('portico_pool_waiting', 'Requests waiting for a connection', () => pool.waitingCount)

gaugeOfMany(
  'portico_database_up',
  '1 if the database answers this process within three seconds, otherwise 0',
  [],
  () => rows<{ value: number }>(db)`select 1 as value`,
  [{ value: 0 }],
)

const traces = new WeakMap<FastifyRequest, RequestTrace>()

/** Returns true if a trusted proxy sent the request. Only a proxy connects to a Unix socket, without an address. */
function isFromProxy({ socket: { remoteAddress } }: FastifyRequest): boolean {
  return config.host.startsWith('/') || isTrustedProxy(remoteAddress ?? '')
}

/** Registers the hooks for metrics, tracing and the log line of every request. */
export function registerRequestHooks(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const traceparent = request.headers['traceparent']?.toString()
    const isTrusted = traceparent !== undefined && isFromProxy(request)
    const trace = traceRequest(request.method, isTrusted ? traceparent : undefined)
    if (trace) traces.set(request, trace)
    done()
  })
  // Not earlier, because reading the body would lose the context.
  server.addHook('preHandler', (request, _, done) => {
    const { id: requestId, ip: ipAddress } = request
    runWithContext({ requestId, trace: traces.get(request)?.context, ipAddress }, done)
  })
  server.addHook('onResponse', (request, reply, done) => {
    // The pattern, because the URL itself may contain the token of a link.
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    const { elapsedTime: ms, statusCode: status } = reply
    requestLog.info({ requestId: request.id, method, route, status, ms: Math.round(ms) })
    requestSeconds.observe({ method, route, status }, ms / 1000)
    traces.get(request)?.end(status, `${method} ${route}`)
    done()
  })
}
