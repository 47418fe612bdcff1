import type { FastifyCorsOptionsDelegateCallback } from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import { listHeaders } from '#contract/list.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { isAdminUrl, routeOf } from '#server/cookies.ts'
import type { Server } from '#server/http.ts'

/** The origin of the pages that call this URL of the API. */
export function pagesOf(url: string): string {
  return isAdminUrl(url) ? config.adminUrl : config.publicUrl
}

/** Options of @fastify/cors: where an area's API has an origin of its own, the area's pages may call it with cookies. */
export const corsOptions: FastifyCorsOptionsDelegateCallback = (request, callback) => {
  // A preflight has no route of its own.
  const url = request.method === 'OPTIONS' ? request.url : routeOf(request)
  const [api, pages] = [isAdminUrl(url) ? config.adminApiUrl : config.usersApiUrl, pagesOf(url)]
  const isCrossOrigin = URL.canParse(api) && new URL(api).origin !== pages
  callback(null, {
    // Any other origin gets no CORS header at all.
    origin: isCrossOrigin && request.headers.origin === pages && pages,
    credentials: true,
    methods: ['GET', 'POST', 'PUT'],
    allowedHeaders: [
      'content-type',
      'cache-control',
      'x-requested-with',
      'x-csrf-token',
      'x-background',
      'if-match',
    ],
    exposedHeaders: [
      'x-csrf-token',
      ...Object.values(listHeaders),
      'link',
      'x-request-id',
      'x-session-expires',
      'retry-after',
    ],
    maxAge: 600,
    strictPreflight: false,
  })
}

/**
 * Where the admin area has a host of its own, it answers to that name alone, and the users' area to any other. What a
 * proxy was asked for and what it passes on as X-Forwarded-Host must both agree: many let a caller write the latter.
 */
export function isOfHost({ host, headers, raw }: FastifyRequest, isAdmin: boolean): boolean {
  const sent = raw.headersDistinct?.['host'] ?? [headers.host ?? '']
  return [host, ...sent].every((each) => isOf(each, isAdmin))
}

const [admin, open] = [new URL(config.adminUrl), new URL(config.publicUrl)]
const telling = admin.hostname === open.hostname ? 'host' : 'hostname'
const adminNames = namesOf(config.adminUrl, config.adminApiUrl)
const userNames = namesOf(config.publicUrl, config.usersApiUrl)

function namesOf(...urls: string[]): Set<string> {
  return new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url)[telling]))
}

/**
 * A caller chooses among the spellings of a host: capitals, a dot at the end, percent-encoding, a port. A proxy may take
 * one for an unknown name and lead it to the public door, so none but the plain one opens the admin area.
 */
function isOf(host: string, isAdmin: boolean): boolean {
  if (config.adminUrl === config.publicUrl) return true
  const address = `${open.protocol}//${host.replace(/\.(?=:|$)/, '')}`
  if (!URL.canParse(address)) return false
  const said = new URL(address)
  const isOfAdmins = adminNames.has(said[telling])
  if (!isAdmin) return !isOfAdmins || userNames.has(said[telling])
  return isOfAdmins && host.toLowerCase().replace(/:\d*$/, '') === said.hostname
}

/** The users' API, the provider and what platforms call, but not what both areas share. */
const kept =
  /^\/(api(?!\/(csrf|human-check)(?![^/?]))|auth-proxy|oidc|forward-auth|\.portico|platform)(?![^/?])/

export function keepHostsApart(server: Server): void {
  server.addHook('onRequest', (request, _, done) => {
    const url = routeOf(request)
    const isKept = kept.test(url)
    const isRefused = isKept && !isOfHost(request, isAdminUrl(url))
    done(isRefused ? new Refusal(commonErrors.notFound) : undefined)
  })
}
