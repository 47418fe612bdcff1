import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import {
  callerKindOf,
  nothing,
  type Body,
  type Endpoint,
  type Headers,
  type Params,
  type Query,
  type Reply,
  type ReplyInput,
} from '#contract/endpoint.ts'
import type { AskedApprovalReply } from '#contract/approval.ts'
import { isAskedApproval, schemaOf } from '#contract/call.ts'
import { commonErrors, errorCodes, Refusal, type Fault } from '#contract/refusal.ts'
import type * as z from 'zod/mini'
import { rememberCaller } from './access-refusal.ts'
import { authorize } from './authorize.ts'
import type { AdminOrService, Caller, CallerOf, Origin } from './caller.ts'
import { config } from './config.ts'
import {
  announceExpiry,
  cookies,
  cookiesFor,
  expireSessionCookie,
  readCookie,
  routeOf,
} from './cookies.ts'
import { isTrustedProxy, registerLoadShedding } from './load-shedding.ts'
import type { Db } from './db.ts'
import { noteChange, readerFor } from './follower.ts'
import { registerRequestHooks } from './request-hooks.ts'
import { loadLimits } from './load-limits.ts'
import { loginStrategy } from './login-strategy.ts'
import { logger } from './log.ts'
import { acceptJson } from './json-body.ts'
import { refuseMalformed } from './malformed.ts'
import { parse } from './parse.ts'
import { runAsKnown } from './request-context.ts'
import { sendClientError, sendError } from './error-response.ts'
import { securityHeaders } from './security-headers.ts'

export type Server = FastifyInstance
/** Finds the caller by the cookie or token that the endpoint's `access` requires. */
export type Identify = (request: FastifyRequest, endpoint: Endpoint) => Promise<Caller | undefined>

export type HttpRequest<E extends Endpoint> = {
  body: Body<E>
  params: Params<E>
  query: Query<E>
  headers: Headers<E>
  caller: E extends { access: object; machine: string } ? AdminOrService : CallerOf<E['access']>
  origin: Origin
  /** The database to read from if the data may be seconds old. */
  reader: E extends { mayLag: true } ? Db : never
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E extends Endpoint> =
  Record<string, never> extends z.input<E['reply']> ? ReplyInput<E> | void : ReplyInput<E>

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- a declaration is merged
  interface FastifyInstance {
    identify: Identify
    /** Every endpoint of this server, for the OpenAPI document. */
    endpoints: Endpoint[]
    /** True after a signal to stop: running requests are completed, and /readyz answers 503. */
    isStopping: boolean
  }
}

/** The maximum size of the headers in bytes. Also limits path parameters, so that an id of any length answers 404. */
const maxHeaderSize = 16 * 1024

const connections = {
  headersTimeout: loadLimits.headersSeconds * 1000,
  connectionsCheckingInterval: Math.min(5_000, loadLimits.headersSeconds * 1000),
  maxHeaderSize,
  // Because `refuseMalformed` checks the Host header and answers with our own error.
  requireHostHeader: false,
}

const tls = config.tls && { https: { ...config.tls, ...connections } }

/** The proxies to trust. In front of a Unix socket is one proxy, which has no address. */
const trustProxy = config.host.startsWith('/')
  ? (_: string, hop: number) => hop === 0
  : config.trustedProxies.length > 0 && isTrustedProxy

/** Creates a server with timeouts, limits, hooks and error handling, but without endpoints. */
export function createServer(identify: Identify): Server {
  const headers = securityHeaders(config.isSecure)
  const server = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Because each log line contains its request id anyway.
    childLoggerFactory: (parent) => parent,
    genReqId: () => randomUUID(),
    // No hooks run for these two kinds of errors: a URL that cannot be decoded, and bytes that are not HTTP.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => sendClientError(error, socket, headers),
    bodyLimit: 64 * 1024,
    requestTimeout: loadLimits.requestSeconds * 1000,
    connectionTimeout: 60_000,
    http: connections,
    // The types of http and https servers differ, but not their use here.
    ...(tls as object),
    keepAliveTimeout: 75_000,
    trustProxy,
    routerOptions: { maxParamLength: maxHeaderSize },
    forceCloseConnections: 'idle',
    // So that a request which a proxy sends over a kept-alive connection during shutdown is still answered.
    return503OnClosing: false,
  })
  // Because a form on another site could send text/plain.
  server.removeContentTypeParser('text/plain')
  acceptJson(server)
  // Declared as a method without a body, so that QUERY requests reach `answerUnrouted`.
  server.addHttpMethod('QUERY', { overrideExisting: true })
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Before any refusal, because the CSRF token in the response belongs to the session of the cookie.
    request.cookies = server.parseCookie(request.headers.cookie ?? '')
    done()
  })
  refuseMalformed(server)
  server.register(cookie, { hook: false })
  server.server.maxConnections = loadLimits.connections
  server.server.maxHeadersCount = 100
  // Ignores unknown expectations (RFC 9110 §10.1.1), because Node's own 417 has neither our headers nor a request id.
  server.server.on('checkExpectation', (...call) => server.server.emit('request', ...call))
  server.decorate('identify', identify)
  server.decorate('endpoints', [])
  server.decorate('isStopping', false)
  server.decorateRequest('hasReplacedCookie', false)
  server.decorateRequest('sessionEnd', undefined)
  server.setErrorHandler(sendError)
  // Because kept-alive connections would delay shutdown.
  server.addHook('onSend', (_, reply, _payload, done) => {
    if (server.isStopping) reply.header('connection', 'close')
    done()
  })
  registerRequestHooks(server)
  registerLoadShedding(server)
  return server
}

/**
 * Adds an endpoint: checks access, parses the request, and parses the reply of `answer` by the contract. `faultsOf`
 * returns faults of a query that only the server can find, so that one error lists them with those of the contract.
 */
export function serve<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  answer: (request: HttpRequest<E>) => Promise<Answer<E>>,
  faultsOf?: (query: object) => Fault[],
): void {
  server.endpoints.push(endpoint)
  server.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    handler: async (request, reply) => {
      const caller = await server.identify(request, endpoint)
      if (!caller && ['user', 'admin'].includes(callerKindOf(endpoint.access)))
        expireSessionCookie(request, reply)
      rememberCaller(request, caller)
      await authorize(caller, endpoint, request.sessionEnd)
      if (caller && 'expiresAt' in caller) announceExpiry(reply, caller.expiresAt)
      const input: Record<keyof HttpRequest<E>, unknown> = {
        body: parse(endpoint.body, request.body === undefined ? {} : request.body),
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query ?? nothing, request.query, faultsOf?.(request.query as object)),
        headers: parse(endpoint.headers, declaredHeaders(endpoint, request)),
        caller,
        origin: originOf(request),
        reader: readerFor(endpoint, { request, reply, caller }),
        request,
        reply,
      }
      noteChange(endpoint, reply)
      const run = () => answer(input as HttpRequest<E>)
      const pendingResult = isKnown(caller) ? runAsKnown(run) : run()
      const result = await pendingResult.catch((error: unknown) => {
        throw isDeclared(endpoint, error)
          ? error
          : new Error('the contract does not declare this error code', { cause: error })
      })
      reply.status(statusOf(endpoint, result))
      return endpoint.status === 204 ? undefined : replyOf(endpoint, result ?? {})
    },
  })
}

/**
 * Returns the status of a result: 202 if the action waits for an approver. Throws `noSecondPerson` if no approver
 * exists; the approval request stays.
 */
function statusOf(endpoint: Endpoint, result: unknown): number {
  if (!isAskedApproval(endpoint, result)) return endpoint.status ?? 200
  if ((result as AskedApprovalReply).isStuck) throw new Refusal(errorCodes.noSecondPerson)
  return 202
}

/** Returns true for an identified caller. In a uniform login, an attempt proves nothing: any password starts one. */
function isKnown(caller: Caller | undefined): boolean {
  return caller !== undefined && !(loginStrategy().isUniform && 'attemptId' in caller)
}

/** Returns the reply of an endpoint with only the fields of its contract. Throws if it violates the contract. */
export function replyOf<const E extends Endpoint>(endpoint: E, value: unknown): Reply<E> {
  return schemaOf(endpoint, value).parse(withTextTimes(value)) as Reply<E>
}

/** Converts each Date to its JSON form, because the contract checks that. Leaves the stream of a file unchanged. */
function withTextTimes(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(withTextTimes)
  if (typeof value !== 'object' || value === null || value instanceof Readable) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withTextTimes(each)]),
  )
}

function declaredHeaders({ headers }: Endpoint, request: FastifyRequest): object {
  const names = Object.keys(headers?.shape ?? {}).filter((name) => request.headers[name])
  return Object.fromEntries(names.map((name) => [name, request.headers[name]]))
}

/** Returns the origin of a request. X-Forwarded-For counts only if a trusted proxy set it. */
export function originOf(request: FastifyRequest): Origin {
  return {
    ipAddress: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    requestId: request.id,
    browserToken: readCookie(request, cookies.browser),
    sessionToken: readCookie(request, cookiesFor(routeOf(request)).session),
  }
}

function isDeclared(endpoint: Endpoint, error: unknown): boolean {
  const declared = [endpoint.refusals, commonErrors].flatMap((errors) => Object.values(errors))
  return !(error instanceof Refusal) || declared.includes(error.code)
}

/**
 * Answers a request that no route matches: OPTIONS with 204 and another method of a known path with 405, both with
 * Allow (RFC 9110 §9.3.7, §15.5.6), everything else with 404. `methods` are methods that the path supports without a
 * route.
 */
export async function answerUnrouted(
  { server, method, url }: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[] = [],
): Promise<FastifyReply> {
  const isRouted = (each: string) => {
    const route = server.findRoute({ method: each as 'GET', url })
    // Because a wildcard route does not mean that this path exists.
    return route !== null && !('*' in route.params)
  }
  const isAllowed = (each: string) => methods.includes(each) || isRouted(each)
  const allowed = server.supportedMethods.filter((each) => each !== 'OPTIONS' && isAllowed(each))
  if (allowed.length === 0 || allowed.includes(method)) throw new Refusal(commonErrors.notFound)
  reply.header('allow', [...allowed, 'OPTIONS'].join(', '))
  if (method === 'OPTIONS') return reply.status(204).send()
  throw new Refusal(commonErrors.methodNotAllowed)
}
