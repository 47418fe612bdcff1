import type { FastifyRequest } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { isAdminUrl, routeOf } from '#server/cookies.ts'
import type { Server } from '#server/http.ts'

/** Returns the origin of the pages that call this URL of the API. */
export function pageOriginOf(url: string): string {
  return isAdminUrl(url) ? config.adminUrl : config.publicUrl
}

/**
 * Returns true if the area is served at the host of the request. If the admin area has a host of its own, it is served
 * at that name only, and the users' area at any other. The Host header and X-Forwarded-Host must both match: many
 * proxies pass on an X-Forwarded-Host that the caller wrote.
 */
export function isOfHost(
  { host, headers, raw }: FastifyRequest,
  { isAdmin }: { isAdmin: boolean },
): boolean {
  // Every Host header, because `headers.host` contains only the first.
  const hostHeaders = raw.headersDistinct?.['host'] ?? [headers.host ?? '']
  return [host, ...hostHeaders].every((each) => isServedAt(each, isAdmin))
}

const adminPages = new URL(config.adminUrl)
const userPages = new URL(config.publicUrl)
// Areas on the same host name differ by their ports.
const comparedPart = adminPages.hostname === userPages.hostname ? 'host' : 'hostname'
const adminNames = namesOf(config.adminUrl, config.adminApiUrl)
const userNames = namesOf(config.publicUrl, config.usersApiUrl)

function namesOf(...urls: string[]): Set<string> {
  return new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url)[comparedPart]))
}

/**
 * Returns true if the area is served at this host name. A caller can also spell a name with capitals, a port, a dot at
 * the end or percent-encoding. At the last two spellings of an admin name, no area is served, because a proxy may route
 * them to the public entrance as unknown names.
 */
function isServedAt(host: string, isAdmin: boolean): boolean {
  if (config.adminUrl === config.publicUrl) return true
  const address = `${userPages.protocol}//${host.replace(/\.(?=:|$)/, '')}`
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const isOfAdmins = adminNames.has(url[comparedPart])
  if (!isAdmin) return !isOfAdmins || userNames.has(url[comparedPart])
  return isOfAdmins && host.toLowerCase().replace(/:\d*$/, '') === url.hostname
}

/**
 * Paths that are served at the host of one area only: the OpenID provider, the login of admins at an identity provider,
 * the calls of platforms and their proxies, and the APIs except the paths that both areas share.
 */
const boundToHost =
  /^\/(api(?!\/(csrf|human-check)(?![^/?]))|auth-proxy|oidc|forward-auth|\.portico|platform)(?![^/?])/

/** Adds a hook that answers 404 to the paths of `boundToHost` at the host of the other area. */
export function keepHostsApart(server: Server): void {
  server.addHook('onRequest', (request, _, done) => {
    const url = routeOf(request)
    const isBound = boundToHost.test(url)
    const isRefused = isBound && !isOfHost(request, { isAdmin: isAdminUrl(url) })
    done(isRefused ? new Refusal(commonErrors.notFound) : undefined)
  })
}
