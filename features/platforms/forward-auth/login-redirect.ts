import type { IncomingHttpHeaders } from 'node:http'
import { isMountPath, pathOn, portalUrl, startOn, type Platform } from './platform.ts'

/**
 * Returns the redirect target for a page view without access: the start of a login that leads back to the page, or an
 * error page if the redirect would lose a submitted form. Returns undefined for requests of scripts, sockets and
 * programs, which get 401. The headers X-Forwarded-Method and X-Forwarded-Uri cannot lead to any other site.
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
  // The proxy does not protect /.portico, so requests for it would redirect forever.
  if (isMountPath(path.split('?')[0] ?? '')) return undefined
  return startOn(platform, pathOn(platform, platform.origin + path) ?? '/')
}

/** Returns true for a page view: by Fetch Metadata if the browser sends it, otherwise by the accepted content type. */
function isPageView(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return headers.upgrade === undefined && textOf(headers.accept).includes('text/html')
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}
