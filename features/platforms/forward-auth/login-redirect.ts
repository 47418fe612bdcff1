import type { IncomingHttpHeaders } from 'node:http'
import { isOurs, pathOn, portalUrl, startOn, type Platform } from './platform.ts'

/**
 * Returns where to redirect a page view without access: to the login and back, or, for a form that the redirect
 * would lose, to a page that says so. Undefined for anything but a page view: scripts, sockets and programs get
 * 401. The proxy's X-Forwarded-Method and -Uri only choose a target on the platform's own origin.
 */
export function loginRedirectFor(
  platform: Platform,
  headers: IncomingHttpHeaders,
): string | undefined {
  const method = textOf(headers['x-forwarded-method'])
  if (method === '' || !isPageView(headers)) return undefined
  if (method !== 'GET' && method !== 'HEAD') {
    return portalUrl('not-sent', { subsystem: platform.id })
  }
  const uri = textOf(headers['x-forwarded-uri'])
  const path = uri.startsWith('/') ? uri : '/'
  // The proxy does not protect /.portico: asking for it would redirect forever.
  if (isOurs(path.split('?')[0] ?? '')) return undefined
  return startOn(platform, pathOn(platform, platform.origin + path) ?? '/')
}

/** Fetch Metadata where the browser sends it; without it, a request that accepts HTML. */
function isPageView(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return headers.upgrade === undefined && textOf(headers.accept).includes('text/html')
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}
