import type { IncomingHttpHeaders } from 'node:http'
import { isPortalPath, pathOn, portalUrl, startOn, type Platform } from './platform.ts'

/**
 * Returns the redirect target for a page view without access: the login and back, or an error page if the redirect
 * would lose a submitted form. Returns undefined for requests of scripts, sockets and programs, which get 401. The
 * proxy's X-Forwarded-Method and -Uri only choose a target on the platform's own origin.
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
  if (isPortalPath(path.split('?')[0] ?? '')) return undefined
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
