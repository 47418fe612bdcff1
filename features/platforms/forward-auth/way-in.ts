import type { IncomingHttpHeaders } from 'node:http'
import { isOurs, pathOn, portalUrl, startOn, type Platform } from './platform.ts'

/**
 * Where a browser goes on that nobody is logged in with: to the login and back, or, with a form that would be
 * lost on that way, to a page that says so. Undefined for whatever is no page being opened: a script, a socket,
 * a program is told 401 and nothing else. Method and path are the proxy's word about the call; they decide
 * nothing but where the very same browser is sent on the platform's own origin.
 */
export function wayIn(platform: Platform, headers: IncomingHttpHeaders): string | undefined {
  const method = textOf(headers['x-forwarded-method'])
  if (method === '' || !opensPage(headers)) return undefined
  if (method !== 'GET' && method !== 'HEAD')
    return portalUrl('not-sent', { subsystem: platform.id })
  const asked = textOf(headers['x-forwarded-uri'])
  const path = asked.startsWith('/') ? asked : '/'
  // Asked for what is ours there, it would ask for ever: the proxy does not pass it on.
  if (isOurs(path.split('?')[0] ?? '')) return undefined
  return startOn(platform, pathOn(platform, platform.origin + path) ?? '/')
}

/** Fetch Metadata: browsers say it. What says nothing must want a page. */
function opensPage(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return headers.upgrade === undefined && textOf(headers.accept).includes('text/html')
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}
