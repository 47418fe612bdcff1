import { equal } from 'node:assert/strict'
import * as client from 'openid-client'
import { addPlatform, getPlatform } from '../../features/admin/platforms/contract.ts'
import { startReceiver, type Received } from '#test/receiver.ts'
import { unique, type Browser } from './browser.ts'
import { place } from './place.ts'
import { admin, approve, requestOf } from './staff.ts'

export type Platform = {
  id: string
  name: string
  url: string
  callback: string
  clientSecret: string
  config: client.Configuration
  /** Back-channel logout requests that have arrived. */
  notices: readonly Received[]
}

/** Returns a complete registration with default values. */
export function registrationOf(id: string, url: string) {
  return {
    id,
    name: `Platform ${id}`,
    url,
    active: true,
    proof: 'secret' as const,
    jwks: null,
    jwksUri: null,
    pkce: 'required' as const,
    mayInvite: false,
    redirectUris: [`${url}/callback`],
    postLogoutUris: [`${url}/signed-out`],
    backchannelLogoutUri: null as string | null,
    origins: [],
    entryOrigin: null as string | null,
  }
}

type Facts = Partial<ReturnType<typeof registrationOf>> & { maxAgeMinutes?: number }

/** Registers a platform with two people. It listens on this machine, and discovers the provider as its client. */
export async function newPlatform(facts: Facts = {}): Promise<Platform> {
  const id = `platform-${unique()}`
  const { url: address, all: notices } = await startReceiver()
  const url = new URL(address).origin
  const registration = { ...registrationOf(id, url), backchannelLogoutUri: address, ...facts }
  const { approval, clientSecret } = await requestOf(
    admin.browser.call(addPlatform, { body: registration }),
  )
  await approve(approval.id)
  return {
    id,
    name: registration.name,
    url,
    callback: `${url}/callback`,
    clientSecret: clientSecret ?? '',
    config: await discover(id, client.ClientSecretBasic(clientSecret ?? '')),
    notices,
  }
}

/** Reads the metadata of the provider as a client does. */
export function discover(id: string, auth: client.ClientAuth): Promise<client.Configuration> {
  const execute = [client.allowInsecureRequests]
  return client.discovery(new URL(`${place.url}/oidc`), id, {}, auth, { execute })
}

/** Returns the platform as the admin area shows it. */
export function platformInAdminArea(id: string) {
  return admin.browser.call(getPlatform, { params: { id } })
}

/** Follows redirects until they leave the provider or a page responds. */
export async function follow(
  browser: Browser,
  start: URL,
): Promise<{ url: URL; answer: Response }> {
  let url = start
  for (let step = 0; step < 10; step += 1) {
    const answer = await browser.fetch(url.href)
    const location = answer.headers.get('location')
    if (location === null) return { url, answer }
    url = new URL(location, url)
    if (url.origin !== place.url || !/^\/(oidc|sign-on)\//.test(url.pathname))
      return { url, answer }
  }
  throw new Error(`too many redirects, the last to ${url}`)
}

/** Builds an authorization request with PKCE, and the checks that its response must pass. */
export async function buildRequest({ config, callback }: Platform) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const [expectedNonce, expectedState] = [client.randomNonce(), client.randomState()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    nonce: expectedNonce,
    state: expectedState,
  })
  const checks = { pkceCodeVerifier, expectedNonce, expectedState, idTokenExpected: true }
  return { url, checks }
}

/** Opens a platform in a user's browser: authorization code with PKCE, exchanged for tokens. */
export async function openPlatform(browser: Browser, platform: Platform) {
  const request = await buildRequest(platform)
  const { url } = await follow(browser, request.url)
  equal(url.origin + url.pathname, platform.callback, `led to ${url}`)
  return client.authorizationCodeGrant(platform.config, url, request.checks)
}

/** Returns true if the provider reports the access token as active (RFC 7662). */
export async function isActive({ config }: Platform, token: string): Promise<boolean> {
  return (await client.tokenIntrospection(config, token)).active
}
