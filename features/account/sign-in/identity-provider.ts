import * as client from 'openid-client'
import { config } from '#server/config.ts'

/** What is kept between sending an admin to the company's identity provider and seeing her again. */
export type Begun = {
  state: string
  nonce: string
  verifier: string
  /** A path of ours, below /admin. */
  redirectTo: string
  /** She must show there anew who she is. */
  isFresh: boolean
}

export type Named = {
  issuer: string
  subject: string
  /** Only an address that the provider has verified says anything. */
  verifiedEmail: string | undefined
  authenticatedAt: Date | undefined
}

const scope = 'openid profile email'
const callback = `${config.adminUrl}/auth-proxy/callback`

/** OpenID Connect Core §3.1.2.1, with PKCE (RFC 7636). */
export async function begin(
  redirectTo: string,
  isFresh: boolean,
): Promise<{ url: URL; begun: Begun }> {
  const begun: Begun = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    redirectTo,
    isFresh,
  }
  const url = client.buildAuthorizationUrl(await provider(), {
    redirect_uri: callback,
    scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    ...(isFresh && { max_age: '0', prompt: 'login' }),
  })
  return { url, begun }
}

/** Whom the provider names. Throws when the answer does not belong to what was begun, or is not to be believed. */
export async function complete(search: string, begun: Begun): Promise<Named> {
  const provided = await provider()
  const tokens = await client.authorizationCodeGrant(provided, new URL(callback + search), {
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    pkceCodeVerifier: begun.verifier,
    idTokenExpected: true,
    ...(begun.isFresh && { maxAge: 0 }),
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the identity provider sent no ID token')
  const about =
    claims['email'] === undefined
      ? await client.fetchUserInfo(provided, tokens.access_token, claims.sub)
      : claims
  const isVerified = about['email_verified'] === true && typeof about['email'] === 'string'
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: isVerified ? normal(String(about['email'])) : undefined,
    authenticatedAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1000),
  }
}

/** Why nobody was logged in, in the provider's words, for the log: never the tokens. */
export function reasonOf(error: unknown): string {
  if (error instanceof client.AuthorizationResponseError) return error.error
  if (error instanceof client.ResponseBodyError) return error.error
  return 'the identity provider gave no good answer'
}

let discovered: Promise<client.Configuration> | undefined

/** Asked on the first use, and again after a failure. */
function provider(): Promise<client.Configuration> {
  discovered ??= discover().catch((error: unknown) => {
    discovered = undefined
    throw error
  })
  return discovered
}

function discover(): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = config.adminOidc
  // Plain http is let through for a loopback address only (server/admin-sign-in.ts).
  const execute = issuer.startsWith('http://') ? [client.allowInsecureRequests] : []
  const secret = client.ClientSecretBasic(clientSecret)
  return client.discovery(new URL(issuer), clientId, {}, secret, { execute, timeout: 5 })
}

function normal(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}
