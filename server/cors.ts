import type { FastifyInstance } from 'fastify'
import { routeOf } from './cookies.ts'

const exposed =
  'x-csrf-token, x-next-cursor, x-next-url, x-request-id, x-session-expires, retry-after'
const accepted =
  'content-type, cache-control, x-requested-with, x-csrf-token, x-background, if-match'

/**
 * Lets the pages of an area call its API where that stands on another origin: that one origin, with its
 * cookies. `originFor` names it for a call's address; undefined where the API stands beside its pages.
 */
export function allowOwnPages(
  api: FastifyInstance,
  originFor: (url: string) => string | undefined,
): void {
  api.addHook('onRequest', (request, reply, done) => {
    // A preflight has no route of its own; it only asks.
    const isPreflight = request.method === 'OPTIONS'
    const origin = originFor(isPreflight ? request.url : routeOf(request))
    if (origin === undefined) return done()
    reply.header('vary', 'Origin')
    if (request.headers.origin !== origin) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': exposed,
    })
    if (!isPreflight) return done()
    reply
      .status(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT',
        'access-control-allow-headers': accepted,
        'access-control-max-age': '600',
      })
      .send()
  })
  // Without a route of that method the hook would not be asked.
  api.options('/*', (_, reply) => reply.callNotFound())
}
