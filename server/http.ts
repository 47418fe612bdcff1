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
  type EndpointAccess,
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
import type {
  AdminAttemptCaller,
  AdminCaller,
  AdminOrService,
  AttemptCaller,
  Caller,
  Origin,
  PlatformCaller,
  UserCaller,
} from './caller.ts'
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

type CallerOf<A extends EndpointAccess> = A extends 'anyone'
  ? undefined
  : A extends 'login-attempt'
    ? AttemptCaller
    : A extends 'admin-login-attempt'
      ? AdminAttemptCaller
      : A extends 'admin' | { adminWithAnyOf: unknown }
        ? AdminCaller
        : A extends { platformWithScope: string }
          ? PlatformCaller
          : UserCaller

export type HttpRequest<E extends Endpoint> = {
  body: Body<E>
  params: Params<E>
  query: Query<E>
  headers: Headers<E>
  caller: E extends { machine: string } ? AdminOrService : CallerOf<E['access']>
  origin: Origin
  /** Where to read what may be seconds old. */
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
    /** Every endpoint of this server; the OpenAPI document is made from it. */
    served: Endpoint[]
    /** True after a signal to stop: running requests are finished, /readyz answers 503. */
    isStopping: boolean
  }
}

/** Also the longest path parameter: a longer id answers 404, like an unknown one. */
const maxHeaderSize = 16 * 1024

const connections = {
  headersTimeout: config.headersTimeoutSeconds * 1000,
  connectionsCheckingInterval: Math.min(5_000, config.headersTimeoutSeconds * 1000),
  maxHeaderSize,
  // refuseMalformed answers for it.
  requireHostHeader: false,
}

const tls = config.tls && { https: { ...config.tls, ...connections } }

/** Behind a Unix socket is one proxy, which has no address. */
const trustProxy = config.host.startsWith('/')
  ? (_: string, hop: number) => hop === 0
  : config.trustedProxies.length > 0 && isTrustedProxy

/** Creates a server with timeouts, limits, hooks and error handling, but without endpoints. */
export function createServer(identify: Identify): Server {
  const headers = securityHeaders(config.isSecure)
  const server = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Each log line names its request itself.
    childLoggerFactory: (parent) => parent,
    genReqId: () => randomUUID(),
    // No hook runs for these two: an address that cannot be decoded, and what is no HTTP request.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => sendClientError(error, socket, headers),
    bodyLimit: 64 * 1024,
    requestTimeout: config.requestTimeoutSeconds * 1000,
    connectionTimeout: 60_000,
    http: connections,
    // The types of the two kinds of server differ; how they are used does not.
    ...(tls as object),
    keepAliveTimeout: 75_000,
    trustProxy,
    routerOptions: { maxParamLength: maxHeaderSize },
    forceCloseConnections: 'idle',
    // A request that a proxy sends over a kept connection at the moment of a stop is answered like those before it.
    return503OnClosing: false,
  })
  // A form on another site could send text/plain.
  server.removeContentTypeParser('text/plain')
  acceptJson(server)
  // Without a body, so that it reaches the answer for methods of no route.
  server.addHttpMethod('QUERY', { overrideExisting: true })
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Before any refusal, whose CSRF token belongs to the session of the cookie.
    request.cookies = server.parseCookie(request.headers.cookie ?? '')
    done()
  })
  refuseMalformed(server)
  server.register(cookie, { hook: false })
  server.server.maxConnections = config.maxConnections
  server.server.maxHeadersCount = 100
  // RFC 9110 §10.1.1 allows to ignore an unknown expectation: Node's own 417 has neither headers nor a request id.
  server.server.on('checkExpectation', (...call) => server.server.emit('request', ...call))
  server.decorate('identify', identify)
  server.decorate('served', [])
  server.decorate('isStopping', false)
  server.decorateRequest('hasReplacedCookie', false)
  server.decorateRequest('sessionEnd', undefined)
  server.setErrorHandler(sendError)
  // A connection that is kept alive would delay the stop.
  server.addHook('onSend', (_, reply, _payload, done) => {
    if (server.isStopping) reply.header('connection', 'close')
    done()
  })
  registerRequestHooks(server)
  registerLoadShedding(server)
  return server
}

/**
 * Adds an endpoint: checks access, parses the request, and parses the reply of `answer` by the contract. `faultsOf` finds
 * what only the server knows to be wrong with a query, so that one answer names it beside what breaks the contract.
 */
export function serve<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  answer: (request: HttpRequest<E>) => Promise<Answer<E>>,
  faultsOf?: (query: object) => Fault[],
): void {
  server.served.push(endpoint)
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
      const input = {
        body: parse(endpoint.body, request.body === undefined ? {} : request.body),
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query ?? nothing, request.query, faultsOf?.(request.query as object)),
        headers: parse(endpoint.headers, namedHeaders(endpoint, request)),
        caller,
        origin: originOf(request),
        reader: readerFor(endpoint, { request, reply, caller }),
        request,
        reply,
      } as unknown as HttpRequest<E>
      noteChange(endpoint, reply)
      const answered = isKnown(caller) ? runAsKnown(() => answer(input)) : answer(input)
      const result = await answered.catch((error: unknown) => {
        throw isDeclared(endpoint, error)
          ? error
          : new Error('the contract does not declare this error code', { cause: error })
      })
      reply.status(statusOf(endpoint, result))
      return endpoint.status === 204 ? undefined : replyOf(endpoint, result ?? {})
    },
  })
}

/** 202 where a second person was asked. Throws `noSecondPerson` for a request that nobody could decide; it stays. */
function statusOf(endpoint: Endpoint, result: unknown): number {
  if (!isAskedApproval(endpoint, result)) return endpoint.status ?? 200
  if ((result as AskedApprovalReply).isStuck) throw new Refusal(errorCodes.noSecondPerson)
  return 202
}

/** With the uniform first step, anybody has a login attempt. */
function isKnown(caller: Caller | undefined): boolean {
  return caller !== undefined && !(config.loginUniform && 'attemptId' in caller)
}

/** What an endpoint replies, without anything that its contract does not name. */
export function replyOf<const E extends Endpoint>(endpoint: E, value: unknown): Reply<E> {
  return schemaOf(endpoint, value).parse(withTextTimes(value)) as Reply<E>
}

/** Writes each Date as JSON has it, which is what the contract checks. A file stays the stream that it is. */
function withTextTimes(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(withTextTimes)
  if (typeof value !== 'object' || value === null || value instanceof Readable) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withTextTimes(each)]),
  )
}

function namedHeaders({ headers }: Endpoint, request: FastifyRequest): object {
  const names = Object.keys(headers?.shape ?? {}).filter((name) => request.headers[name])
  return Object.fromEntries(names.map((name) => [name, request.headers[name]]))
}

/** Returns where a request came from. X-Forwarded-For counts only if it was set by a trusted proxy. */
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
 * Answers a request that no route takes: OPTIONS with 204, another method of a known path with 405, both with Allow
 * (RFC 9110 §9.3.7, §15.5.6), else 404. `methods` are those that the path knows without a route of its own.
 */
export async function answerUnrouted(
  { server, method, url }: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[] = [],
): Promise<FastifyReply> {
  const isRouted = (each: string) => {
    const route = server.findRoute({ method: each as 'GET', url })
    // A route for everything below a path says nothing about this one.
    return route !== null && !('*' in route.params)
  }
  const known = server.supportedMethods.filter(
    (each) => each !== 'OPTIONS' && (methods.includes(each) || isRouted(each)),
  )
  if (known.length === 0 || known.includes(method)) throw new Refusal(commonErrors.notFound)
  reply.header('allow', [...known, 'OPTIONS'].join(', '))
  if (method === 'OPTIONS') return reply.status(204).send()
  throw new Refusal(commonErrors.methodNotAllowed)
}
