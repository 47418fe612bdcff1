import type { FastifyRequest } from 'fastify'
import { isAdminUrl, routeOf } from './cookies.ts'

const scheme = /^bearer(?! *$) /i

/** Whether a service account calls the admin API: no cookie counts in such a call. */
export function isServiceCall(request: FastifyRequest): boolean {
  const { authorization = '' } = request.headers
  return scheme.test(authorization) && isAdminUrl(routeOf(request))
}

/** Reads a token from the header only (RFC 6750 §2.1): URLs end up in logs. */
export function bearerTokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]{1,512}=*)$/i.exec(headers.authorization ?? '')?.[1]
}
