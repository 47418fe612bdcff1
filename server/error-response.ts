import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorCodes, commonErrors, Refusal, statusOf } from '#contract/refusal.ts'
import { reportRefusal } from './access-refusal.ts'
import { Overloaded } from './concurrency-limit.ts'
import { config } from './config.ts'
import { logger } from './log.ts'
import { contentSecurityPolicy, noTrustedTypes } from './security-headers.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- a declaration is merged
  interface FastifyInstance {
    /** Renders the error page for a user who opened a page. If undefined, every error is problem+json. */
    errorPage?: (request: FastifyRequest, refusal: Refusal) => string
  }
}

const problemType = 'application/problem+json; charset=utf-8'
const pagePolicy = contentSecurityPolicy(["style-src 'self'", 'img-src data:', ...noTrustedTypes])

/** Answers any error with problem+json and extension members (RFC 9457), or with a page if a user opened a page. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error)
  reportRefusal(request, refusal)
  const status = statusOf(refusal.code)
  const facts = { requestId: request.id, errorCode: refusal.code }
  if (status >= 500) request.log.error({ err: error, ...facts })
  else {
    const faults = refusal.faults.map(({ field, rule }) => ({ field, rule }))
    request.log.info({ ...facts, faults })
  }
  if (refusal.retryAfterSeconds !== undefined)
    reply.header('retry-after', refusal.retryAfterSeconds)
  const challenge = challengeFor(refusal, request)
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  reply.status(status).headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
  const { errorPage } = request.server
  if (errorPage && isPageView(request)) {
    return reply
      .header('content-security-policy', pagePolicy)
      .type('text/html; charset=utf-8')
      .send(errorPage(request, refusal))
  }
  return reply.type(problemType).send(JSON.stringify(problem(refusal, status, request.id)))
}

/**
 * Answers bytes that Node could not parse as a request: a header of more than 16 KiB, a timeout, or anything that is
 * not HTTP. Because no request object exists, it writes the response to the socket.
 */
export function sendClientError(
  { code, message }: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  // Because a response that is already being sent on this connection would mix with this one.
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse | null }
  if (code === 'ECONNRESET' || !socket.writable || current?.headersSent) {
    socket.destroy()
    return
  }
  const refusal = new Refusal(clientErrors[code ?? ''] ?? commonErrors.invalidInput)
  const status = statusOf(refusal.code)
  const requestId = randomUUID()
  logger.info({ requestId, errorCode: refusal.code, reason: code ?? message })
  const body = JSON.stringify(problem(refusal, status, requestId))
  const fields = {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': problemType,
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n')
  socket.end(head + body, () => socket.destroy())
}

const clientErrors: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: commonErrors.headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: commonErrors.tooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: commonErrors.requestTimeout,
}

const realm = `realm="${config.publicUrl}"`
/** The WWW-Authenticate header of a request without a session. */
export const sessionChallenge = `Cookie ${realm}`

/**
 * Returns the WWW-Authenticate header, which every 401 needs (RFC 9110 §15.5.2): the session cookie, or for platforms a
 * bearer token, with an error code only if the request contained a token (RFC 6750 §3.1).
 */
function challengeFor({ code, scope }: Refusal, request: FastifyRequest): string | undefined {
  if (scope !== undefined) return `Bearer ${realm}, error="insufficient_scope", scope="${scope}"`
  if (code === errorCodes.invalidToken) {
    const hasToken = /^bearer /i.test(request.headers.authorization ?? '')
    return `Bearer ${realm}${hasToken ? ', error="invalid_token"' : ''}`
  }
  return statusOf(code) === 401 ? sessionChallenge : undefined
}

/** Returns true if a user opens a page, as opposed to an API call, by Fetch Metadata or else by the Accept header. */
function isPageView({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const isCall = /^\/(api|platform|forward-auth\/verify)\b/.test(url)
  if (!isRead || isCall) return false
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate'
}

function problem(refusal: Refusal, status: number, requestId: string): object {
  return {
    type: 'about:blank',
    title: titleOf(status),
    status,
    source: refusal.code === commonErrors.adminNotLoggedIn ? 'auth-proxy' : 'portico',
    errorCode: refusal.code,
    requestId,
    errors: refusal.faults,
    ...(refusal.retryAfterSeconds !== undefined && { retryAfter: refusal.retryAfterSeconds }),
    ...(refusal.redirectTo !== undefined && { redirectTo: refusal.redirectTo }),
    ...(refusal.proofs !== undefined && { proofs: refusal.proofs }),
  }
}

/** Returns the title of errors with this status. */
export function titleOf(status: number): string {
  return titles[status] ?? 'Refused'
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict',
  413: 'Too large',
  415: 'Not JSON',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Unexpected error',
  503: 'Not available just now',
}

/** Error codes by status, for errors of Fastify and its plugins other than 400. A forbidden file answers 404. */
const frameworkErrors: Readonly<Record<number, number>> = {
  403: commonErrors.notFound,
  404: commonErrors.notFound,
  413: commonErrors.tooLarge,
  415: commonErrors.notJson,
}

/**
 * Maps an error to a Refusal: an overload or unavailable database to 503001, a client error that Fastify found to its
 * code, and anything else, which is a bug, to 500001.
 */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code = '', statusCode = 500, message = '' } = (error ?? {}) as Partial<FastifyError>
  if (error instanceof Overloaded || isDatabaseUnavailable(code, message)) {
    const retryAfterSeconds = error instanceof Overloaded ? error.retryAfterSeconds : 5
    return new Refusal(commonErrors.notAvailable, { retryAfterSeconds })
  }
  if (statusCode >= 400 && statusCode < 500)
    return new Refusal(frameworkErrors[statusCode] ?? commonErrors.invalidInput)
  return new Refusal(commonErrors.unexpected)
}

/**
 * Error codes of an unavailable database. 55P03, 57014: lock or statement timeout. 40P01: deadlock. 57P0x, 25P03:
 * shutdown, startup, idle timeout. 53xxx, 58030: out of connections, memory or disk space. 25006: now a standby. 08xxx
 * and network errors: connection lost.
 */
const unavailableCodes =
  /^(55P03|57014|40P01|57P0\d|25P03|53\d{3}|58030|25006|08\w{3}|ECONNREFUSED|ECONNRESET|ENOENT|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|none of the database addresses/

function isDatabaseUnavailable(code: string, message: string): boolean {
  return unavailableCodes.test(code) || unavailableMessages.test(message)
}
