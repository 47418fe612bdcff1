import type { FastifyCorsOptionsDelegateCallback } from '@fastify/cors'
import { listHeaders } from '#contract/list.ts'
import { config } from '#server/config.ts'
import { isAdminUrl, routeOf } from '#server/cookies.ts'
import { pageOriginOf } from './hosts.ts'

/**
 * Options of @fastify/cors. If the API of an area has an origin of its own, the pages of that area may call it with
 * cookies.
 */
export const corsOptions: FastifyCorsOptionsDelegateCallback = (request, callback) => {
  // A preflight has no route of its own.
  const url = request.method === 'OPTIONS' ? request.url : routeOf(request)
  const apiUrl = isAdminUrl(url) ? config.adminApiUrl : config.usersApiUrl
  const pages = pageOriginOf(url)
  const isCrossOrigin = URL.canParse(apiUrl) && new URL(apiUrl).origin !== pages
  const mayCall = isCrossOrigin && request.headers.origin === pages
  callback(null, {
    // Any other origin gets no CORS header at all.
    origin: mayCall && pages,
    credentials: true,
    methods: ['GET', 'POST', 'PUT'],
    allowedHeaders: [
      'content-type',
      'cache-control',
      'x-requested-with',
      'x-csrf-token',
      'x-background',
      'if-match',
      'idempotency-key',
    ],
    exposedHeaders: [
      'x-csrf-token',
      ...Object.values(listHeaders),
      'link',
      'x-request-id',
      'x-session-expires',
      'retry-after',
      // Compared with the session's expiry, because the browser's clock may differ.
      'date',
    ],
    maxAge: 600,
    // The default answers 400 to an OPTIONS request that is no preflight.
    strictPreflight: false,
  })
}
