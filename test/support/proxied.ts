import type { PlatformRole } from '#contract/platform-role.ts'
import { equal, ok } from 'node:assert/strict'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { newBrowser, type Browser } from './browser.ts'
import { addUser, logIn, type TestUser, type Visitor } from './people.ts'

/** Fixtures for forward-auth: a platform behind a proxy, and a browser that visits both hosts. */

export const portal = 'http://localhost:8080'

let count = 0

export type Proxied = { id: string; origin: string }

export async function newProxied(
  scheme = 'http',
  roles: readonly PlatformRole[] = [],
): Promise<Proxied> {
  count += 1
  const id = `proxied-${count}`
  const origin = `${scheme}://${id}.example`
  await upsertSubsystem(db, {
    id,
    name: `Platform behind proxy ${count}`,
    url: `${origin}/`,
    clientSecret: null,
    redirectUris: [],
    postLogoutUris: [],
    backchannelLogoutUri: null,
    entryOrigin: origin,
    roles: [...roles],
  })
  return { id, origin }
}

/** A browser with separate cookies for the portal's host and the platform's host. */
export type Pair = { portal: Visitor; there: Browser }

/** Adds a user who can access the platforms and is logged in at the portal only. */
export async function pairOf(
  ipAddress: string,
  ...platforms: Proxied[]
): Promise<Pair & { ada: TestUser }> {
  const ada = await addUser({ company: `Company from ${ipAddress}` })
  await grantAccess(
    db,
    ada.id,
    platforms.map(({ id }) => id),
  )
  return { ada, ...(await pairFor(ada, ipAddress)) }
}

export async function pairFor(somebody: TestUser, ipAddress: string): Promise<Pair> {
  return { portal: await logIn(somebody, { ipAddress }), there: await newBrowser({ ipAddress }) }
}

/** Sends the request by which a proxy verifies a call; by default for an opened page. */
export function verify(
  there: Browser,
  { id }: Proxied,
  options: { path?: string; headers?: Record<string, string>; query?: string } = {},
): Promise<Response> {
  return there.fetch(`/forward-auth/verify?subsystem=${id}${options.query ?? ''}`, {
    headers: {
      'x-forwarded-method': 'GET',
      'x-forwarded-uri': options.path ?? '/',
      'sec-fetch-mode': 'navigate',
      accept: 'text/html',
      ...options.headers,
    },
  })
}

export type Walked = { url: URL; callback: URL | undefined }

/** Follows redirects across hosts until Portico has none left to send. */
export async function walk(
  { portal: browser, there }: Pair,
  platform: Proxied,
  from: string,
): Promise<Walked> {
  let url = new URL(from)
  let callback: URL | undefined
  for (let step = 0; step < 8; step += 1) {
    const isThere = url.origin === platform.origin
    if (isThere && !url.pathname.startsWith('/.portico/')) return { url, callback }
    if (isThere && url.pathname === '/.portico/callback') callback = url
    ok(isThere || url.origin === portal, `led to ${url}`)
    const answer = await (isThere ? there : browser).fetch(url.pathname + url.search)
    const location = answer.headers.get('location')
    if (location === null) return { url, callback }
    equal(answer.status, 303)
    url = new URL(location, url)
    if (url.origin === portal && !url.pathname.startsWith('/forward-auth/')) {
      return { url, callback }
    }
  }
  throw new Error(`too many redirects, the last to ${url}`)
}

/** Opens a page of the platform and follows the login back to that page, as a browser does. */
export async function enterProxied(pair: Pair, platform: Proxied, path = '/'): Promise<Walked> {
  const response = await verify(pair.there, platform, { path })
  equal(response.status, 401)
  const walked = await walk(pair, platform, response.headers.get('location') ?? '')
  equal(walked.url.href, platform.origin + path)
  return walked
}

/** Opens a platform in a user's browser. Returns a function that returns whether the user is still logged in there. */
export async function hereAndThere(
  browser: Visitor,
  platform: Proxied,
): Promise<() => Promise<boolean>> {
  const there = await newBrowser()
  await enterProxied({ portal: browser, there }, platform)
  const isInside = async () => (await verify(there, platform)).status === 200
  ok(await isInside())
  return isInside
}

/** Returns the callback URL with an unused code and the browser's state. */
export async function codeFor(pair: Pair, platform: Proxied, path = '/'): Promise<URL> {
  const search = new URLSearchParams({ subsystem: platform.id, rd: platform.origin + path })
  const started = await pair.there.fetch(`/.portico/start?${search}`)
  const { pathname, search: query } = new URL(started.headers.get('location') ?? '')
  const answer = await pair.portal.fetch(pathname + query)
  const callback = new URL(answer.headers.get('location') ?? '', portal)
  equal(callback.origin, platform.origin, `led to ${callback}`)
  return callback
}

export function bring(there: Browser, { pathname, search }: URL): Promise<Response> {
  return there.fetch(pathname + search)
}
