import type { FastifyRequest } from 'fastify'
import { isAdminUrl, routeOf } from './cookies.ts'

/** Matches a bearer token, valid or not. */
const bearerToken = /^bearer +[^ ]/i

/** Returns true for a call of the admin API with a bearer token, in which cookies are ignored. */
export function isServiceCall(request: FastifyRequest): boolean {
  const { authorization = '' } = request.headers
  return bearerToken.test(authorization) && isAdminUrl(routeOf(request))
}

/** Returns the bearer token of a request, from the header only (RFC 6750 §2.1), because URLs end up in logs. */
export function bearerTokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]{1,512}=*)$/i.exec(headers.authorization ?? '')?.[1]
}
