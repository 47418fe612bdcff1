import { equal } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import * as client from 'openid-client'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { upsertSubsystem, type Registration } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import type { Browser } from './browser.ts'
import { discover, issuer } from './platform-client.ts'
import { addUser, logIn, type TestUser, type Visitor } from './people.ts'

/** Fixtures for single sign-on: platforms that are real OpenID clients, and browsers that visit them. */

const everything = 'openid profile email'

let count = 0

export type Platform = { id: string; callback: string; config: client.Configuration }

type PlatformOptions = Partial<Omit<Registration, 'id' | 'name'>> & {
  /** The client authentication; by default a secret in the Authorization header. */
  auth?: client.ClientAuth
}

export async function newPlatform(options: PlatformOptions = {}): Promise<Platform> {
  count += 1
  const id = `platform-${count}`
  const url = `http://${id}.example`
  const clientSecret =
    options.clientSecret === undefined ? `secret of ${id} & more+` : options.clientSecret
  const { auth: given, ...registered } = options
  await upsertSubsystem(db, {
    url,
    redirectUris: [`${url}/callback`],
    postLogoutUris: [`${url}/signed-out`],
    backchannelLogoutUri: null,
    ...registered,
    id,
    name: `Platform ${count}`,
    clientSecret,
  })
  const auth =
    given ?? (clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret))
  const config = await discover(id, auth)
  return { id, callback: `${url}/callback`, config }
}

/** Adds a user with access to the platforms. Returns the user with a logged-in browser. */
export async function visitorOf(
  ...platforms: Platform[]
): Promise<{ ada: TestUser; browser: Visitor }> {
  const ada = await addUser()
  await grantAccess(
    db,
    ada.id,
    platforms.map(({ id }) => id),
  )
  return { ada, browser: await logIn(ada) }
}

export type AuthorizationRequest = { url: URL; verifier: string; nonce: string; state: string }

/** Returns an authorization request with its verifier, as a platform creates it. */
export async function buildAuthorizationRequest(
  platform: Platform,
  extra: Record<string, string> = {},
): Promise<AuthorizationRequest> {
  const verifier = client.randomPKCECodeVerifier()
  const nonce = client.randomNonce()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(platform.config, {
    redirect_uri: platform.callback,
    scope: everything,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...extra,
  })
  return { url, verifier, nonce, state }
}

/** Follows redirects until they leave the portal or a page is shown. */
export async function follow(
  browser: Browser,
  start: string | URL,
): Promise<{ url: URL; answer: Response }> {
  let url = new URL(start, issuer)
  for (let step = 0; step < 10; step += 1) {
    const answer = await browser.fetch(url.href)
    const location = answer.headers.get('location')
    if (location === null) return { url, answer }
    url = new URL(location, url)
    if (url.origin !== new URL(issuer).origin || !/^\/(oidc|sign-on)\//.test(url.pathname)) {
      return { url, answer }
    }
  }
  throw new Error(`too many redirects, the last to ${url}`)
}

export type AuthorizationResponse = AuthorizationRequest & { back: URL }

/** Follows the whole authorization to the platform's callback. */
export async function authorize(
  browser: Browser,
  platform: Platform,
  extra: Record<string, string> = {},
): Promise<AuthorizationResponse> {
  const request = await buildAuthorizationRequest(platform, extra)
  const { url } = await follow(browser, request.url)
  equal(url.origin + url.pathname, platform.callback, url.href)
  return { ...request, back: url }
}

export function exchange(
  { config }: Platform,
  { back, verifier, nonce, state }: AuthorizationResponse,
) {
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
  return client.authorizationCodeGrant(config, back, { ...checks, idTokenExpected: true })
}

/** Returns the tokens that a platform has after a login. */
export async function tokensOf(
  browser: Browser,
  platform: Platform,
  extra: Record<string, string> = {},
) {
  const tokens = await exchange(platform, await authorize(browser, platform, extra))
  return {
    access: tokens.access_token,
    refresh: tokens.refresh_token ?? '',
    claims: tokens.claims()!,
    idToken: tokens.id_token ?? '',
  }
}

export async function isActive(platform: Platform, token: string): Promise<boolean> {
  return (await client.tokenIntrospection(platform.config, token)).active
}

/** Requests the provider's logout page as a platform. `client_id` is sent only if it is in `extra`. */
export async function askToLogOut(
  browser: Browser,
  platform: Platform,
  extra: Record<string, string> = {},
): Promise<{ answer: Response; page: string }> {
  const url = client.buildEndSessionUrl(platform.config, extra)
  if (extra['client_id'] === undefined) url.searchParams.delete('client_id')
  const { answer } = await follow(browser, url)
  return { answer, page: await answer.text() }
}

/** Presses a button of the logout page; with an empty `logout`, the button to stay logged in. */
export function confirmLogOut(browser: Browser, page: string, logout = 'yes'): Promise<Response> {
  const xsrf = /name="xsrf" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  return browser.fetch(`${issuer}/session/end/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xsrf, logout }).toString(),
  })
}

/** Starts a platform's back-channel logout endpoint, which responds with these statuses and then 204. */
export async function receiveLogoutTokens(
  answers: number[] = [],
): Promise<{ url: string; notices: string[]; stop: () => void }> {
  const notices: string[] = []
  const server = createServer(async (request, response) => {
    const parts = await request.toArray()
    notices.push(Buffer.concat(parts).toString())
    response.writeHead(answers.shift() ?? 204, { location: '/elsewhere' }).end()
  })
  server.listen(0, '127.0.0.1')
  const stop = () => void server.close()
  after(stop)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/backchannel-logout`, notices, stop }
}
