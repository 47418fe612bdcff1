import type { FastifyRequest } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { isAdminUrl, routeOf } from '#server/cookies.ts'
import type { Server } from '#server/http.ts'

/** Where the pages stand whose calls an address of the API answers. */
export function pagesOf(url: string): string {
  return isAdminUrl(url) ? config.adminUrl : config.publicUrl
}

/** Whether an area's API is asked on another origin than that of its pages. */
export function isApiElsewhere(url: string): boolean {
  return isAdminUrl(url) ? isElsewhere.admin : isElsewhere.users
}

const isElsewhere = {
  users: isOtherOrigin(config.usersApiUrl, config.publicUrl),
  admin: isOtherOrigin(config.adminApiUrl, config.adminUrl),
}

function isOtherOrigin(api: string, pages: string): boolean {
  return URL.canParse(api) && new URL(api).origin !== pages
}

/**
 * Where the admin area has a host of its own, neither host answers for the other. What a proxy was asked for and
 * what it passes on as X-Forwarded-Host must both agree: many let a caller write the latter.
 */
export function isOfHost({ host, headers }: FastifyRequest, isAdmin: boolean): boolean {
  return [host, headers.host ?? ''].every((each) => isOf(each, isAdmin))
}

const [admin, open] = [new URL(config.adminUrl), new URL(config.publicUrl)]
const telling = admin.hostname === open.hostname ? 'host' : 'hostname'

/** One host has many spellings, and a caller chooses: capitals, a dot at the end, a port. */
function isOf(host: string, isAdmin: boolean): boolean {
  if (config.adminUrl === config.publicUrl) return true
  const address = `${open.protocol}//${host.replace(/\.(?=:|$)/, '')}`
  if (!URL.canParse(address)) return false
  const said = new URL(address)[telling]
  if (said === admin[telling]) return isAdmin
  return said !== open[telling] || !isAdmin
}

export function keepHostsApart(server: Server): void {
  server.addHook('onRequest', (request, _, done) => {
    const url = routeOf(request)
    const isKept = /^\/(api|auth-proxy|oidc|forward-auth|\.portico|platform)(?![^/?])/.test(url)
    const isRefused = isKept && !isOfHost(request, isAdminUrl(url))
    done(isRefused ? new Refusal(commonErrors.notFound) : undefined)
  })
}
