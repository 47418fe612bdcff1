import { cookieHeader, keepCookies, type CookieJar } from './cookie-jar.ts'
import type { RealServer } from './servers.ts'

export const adminUrl = 'http://localhost:8080'

type Answer = { status: number; location: string | null; body: Record<string, unknown> }

/** Returns a browser that separates the cookies of each origin and replaces the portal's address by the real one. */
export function newBrowser(portal: RealServer) {
  const jars = new Map<string, CookieJar>()
  async function get(url: string): Promise<Answer> {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const answer = await fetch(url.replace(adminUrl, portal.url), {
      redirect: 'manual',
      headers: {
        cookie: cookieHeader(jar),
        ...(origin === adminUrl && { 'x-forwarded-for': '203.0.113.5' }),
      },
    })
    keepCookies(jar, answer)
    const isJson = answer.headers.get('content-type')?.includes('json')
    const body = (isJson ? await answer.json() : {}) as Answer['body']
    return { status: answer.status, location: answer.headers.get('location'), body }
  }
  return { get, jar: () => jars.get(adminUrl) ?? new Map<string, string>() }
}

export type Browser = ReturnType<typeof newBrowser>

/** Follows redirects from the login through the provider to a page of the portal. */
export async function walk(browser: Browser, start = '/auth-proxy/login'): Promise<URL> {
  let url = new URL(start, adminUrl)
  for (let step = 0; step < 12; step += 1) {
    const { location } = await browser.get(url.href)
    if (location === null) return url
    url = new URL(location, url)
    if (url.origin === adminUrl && !url.pathname.startsWith('/auth-proxy/')) return url
  }
  throw new Error(`too many redirects, the last to ${url}`)
}
