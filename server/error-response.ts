import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorCodes, commonErrors, Refusal, statusOf } from '#contract/refusal.ts'
import { Overloaded } from './concurrency-limit.ts'

/** Turns any error into a response: problem+json (RFC 9457) with our members. The only place that does. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error)
  const status = statusOf(refusal.code)
  const facts = { requestId: request.id, errorCode: refusal.code }
  if (status >= 500) request.log.error({ err: error, ...facts })
  else {
    const faults = refusal.faults.map(({ field, rule }) => ({ field, rule }))
    request.log.info({ ...facts, faults })
  }
  if (refusal.retryAfterSeconds !== undefined)
    reply.header('retry-after', refusal.retryAfterSeconds)
  // RFC 6750 §3.
  if (refusal.code === errorCodes.invalidToken)
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return reply
    .status(status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem(refusal, status, request.id)))
}

function problem(refusal: Refusal, status: number, requestId: string): object {
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Refused',
    status,
    source: refusal.code === commonErrors.adminNotLoggedIn ? 'auth-proxy' : 'portico',
    errorCode: refusal.code,
    requestId,
    errors: refusal.faults,
    ...(refusal.retryAfterSeconds !== undefined && { retryAfter: refusal.retryAfterSeconds }),
    ...(refusal.redirectTo !== undefined && { redirectTo: refusal.redirectTo }),
  }
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Not JSON',
  429: 'Too many requests',
  500: 'Unexpected error',
  503: 'Not available just now',
}

/** Maps errors of Fastify and an unavailable database to error codes; anything else is a bug (500001). */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code = '', statusCode = 500, message = '' } = (error ?? {}) as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal(commonErrors.notJson)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal(commonErrors.tooLarge)
  if (error instanceof Overloaded || isDatabaseUnavailable(code, message)) {
    const retryAfterSeconds = error instanceof Overloaded ? error.retryAfterSeconds : 5
    return new Refusal(commonErrors.notAvailable, { retryAfterSeconds })
  }
  const isUnreadable = code.startsWith('FST_ERR_') || error instanceof SyntaxError
  if (isUnreadable && statusCode >= 400 && statusCode < 500)
    return new Refusal(commonErrors.invalidInput)
  return new Refusal(commonErrors.unexpected)
}

/**
 * 55P03, 57014: lock or statement timeout; 40P01: deadlock; 57P0x, 25P03: shutdown, start-up, idle timeout; 53xxx,
 * 58030: no connections, memory or disk left; 25006: now a standby; 08xxx and the network's: connection lost.
 */
const unavailableCodes =
  /^(55P03|57014|40P01|57P0\d|25P03|53\d{3}|58030|25006|08\w{3}|ECONNREFUSED|ECONNRESET|ENOENT|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|none of the addresses in DATABASE_URL/

function isDatabaseUnavailable(code: string, message: string): boolean {
  return unavailableCodes.test(code) || unavailableMessages.test(message)
}
