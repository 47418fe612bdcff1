import * as client from 'openid-client'
import { config } from '#server/config.ts'

/** An OpenID Connect authorization request, kept until its response arrives. */
export type AuthorizationRequest = {
  state: string
  nonce: string
  verifier: string
  /** Path in this portal below /admin. */
  redirectTo: string
  /** True if the admin must authenticate again despite a session at the provider. */
  isFresh: boolean
}

export type Identity = {
  issuer: string
  subject: string
  /** Email address; undefined unless the provider has verified it. */
  verifiedEmail: string | undefined
  /** True if the authentication context (`acr`) is one of ADMIN_OIDC_ACR, or if none are configured. */
  isStrong: boolean
  authenticatedAt: Date | undefined
}

const scope = 'openid email'
const callback = `${config.adminUrl}/auth-proxy/callback`
const acrs = config.adminOidcAcr

/** Creates an authorization request (OpenID Connect Core §3.1.2.1) with PKCE (RFC 7636). */
export async function createAuthorizationRequest(
  redirectTo: string,
  isFresh: boolean,
): Promise<{ url: URL; request: AuthorizationRequest }> {
  const request: AuthorizationRequest = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    redirectTo,
    isFresh,
  }
  const url = client.buildAuthorizationUrl(await discover(), {
    redirect_uri: callback,
    scope,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ...(acrs.length > 0 && { acr_values: acrs.join(' ') }),
    ...(isFresh && { max_age: '0', prompt: 'login' }),
  })
  return { url, request }
}

/**
 * Exchanges the code of a callback for the identity. Throws if the response is invalid or belongs to another request.
 */
export async function exchangeCode(
  search: string,
  request: AuthorizationRequest,
): Promise<Identity> {
  const provider = await discover()
  const tokens = await client.authorizationCodeGrant(provider, new URL(callback + search), {
    expectedState: request.state,
    expectedNonce: request.nonce,
    pkceCodeVerifier: request.verifier,
    idTokenExpected: true,
    ...(request.isFresh && { maxAge: 0 }),
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the identity provider sent no ID token')
  const profile =
    claims['email'] === undefined
      ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : claims
  const isVerified = profile['email_verified'] === true && typeof profile['email'] === 'string'
  // PostgreSQL cannot store NUL, and no valid address or subject contains it.
  if (`${claims.sub}${String(profile['email'])}`.includes('\0')) throw new Error('NUL in a claim')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: isVerified ? normalizeEmail(String(profile['email'])) : undefined,
    isStrong: acrs.length === 0 || acrs.includes(String(claims.acr)),
    authenticatedAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1000),
  }
}

/** Returns the provider's error code for the log; never a token. */
export function reasonOf(error: unknown): string {
  if (error instanceof client.AuthorizationResponseError) return error.error
  if (error instanceof client.ResponseBodyError) return error.error
  return 'invalid response of the identity provider'
}

let configuration: Promise<client.Configuration> | undefined

/** Returns the provider's configuration. Caches it, and retries after a failure. */
function discover(): Promise<client.Configuration> {
  const { adminOidcIssuer: issuer, adminOidcClientId, adminOidcClientSecret } = config
  // The configuration allows plain http for a loopback address only (server/config-admin-login.ts).
  const insecure = issuer.startsWith('http://') ? [client.allowInsecureRequests] : []
  // Verifies the signature of ID tokens, too; by default, the library relies on TLS.
  const execute = [client.enableNonRepudiationChecks, ...insecure]
  const authentication = client.ClientSecretBasic(adminOidcClientSecret)
  configuration ??= client
    .discovery(new URL(issuer), adminOidcClientId, {}, authentication, { execute, timeout: 5 })
    .catch((error: unknown) => {
      configuration = undefined
      throw error
    })
  return configuration
}

function normalizeEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}
