import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'

/** The state that a platform keeps from the redirect to the provider until the callback. */
export type LoginState = {
  state: string
  nonce: string
  verifier: string
  /** The user has pressed Pay, and the login was too old. */
  isPaying?: boolean
}
export type UserInfo = {
  name: string
  email: string
  locale: string
  zoneinfo: string
  partner: { name: string } | null
  /** The user's roles on this platform. */
  roles?: string[]
  loggedInAt: Date
}
export type PlatformSession = {
  sid: string
  sub: string
  idToken: string
  accessToken: string
  refreshToken: string
  user: UserInfo
}
type ClientOptions = { id: string; issuer: string; clientSecret: string; hasRoles?: boolean }
type EndedSession = { sid?: unknown; sub?: unknown }
export type RelyingParty = ReturnType<typeof createRelyingParty>

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Returns the OpenID client of a platform. Discovery runs at the first login, because the provider may start later. */
export function createRelyingParty(options: ClientOptions) {
  const provider = lazily(() => discover(options))
  // jose caches the keys, and fetches them again for an unknown kid.
  const keys = lazily(async () =>
    createRemoteJWKSet(new URL((await provider()).serverMetadata().jwks_uri ?? '')),
  )
  /** Expiry of each used logout token in seconds, by `jti`. */
  const usedTokens = new Map<string, number>()
  return {
    begin: async (callback: string, extra: Record<string, string> = {}) =>
      begin(await provider(), callback, { scope: scopeOf(options), ...extra }),
    /** Introspects a token (RFC 7662); `auth_time` as in RFC 9470 §6.2. */
    introspect: async (token: string) => client.tokenIntrospection(await provider(), token),
    /** Returns a new access token; its `auth_time` is still that of the original login. */
    refresh: async (token: string) =>
      (await client.refreshTokenGrant(await provider(), token)).access_token,
    complete: async (url: URL, state: LoginState) => complete(await provider(), url, state),
    /** Returns the address of OpenID Connect RP-Initiated Logout §2. */
    logoutUrl: async (back: string, idToken?: string) =>
      client.buildEndSessionUrl(await provider(), {
        post_logout_redirect_uri: back,
        ...(idToken === undefined ? { client_id: options.id } : { id_token_hint: idToken }),
      }),
    verifyLogoutToken: async (token: string) =>
      verifyLogoutToken({ ...options, usedTokens, keys: await keys() }, token),
  }
}

/** Returns the provider's error code; undefined if the provider was unreachable. */
export function errorCodeOf(error: unknown): string | undefined {
  if (error instanceof client.AuthorizationResponseError) return error.error
  return error instanceof client.ResponseBodyError ? error.error : undefined
}

function scopeOf({ hasRoles = false }: ClientOptions): string {
  return `openid profile email${hasRoles ? ' roles' : ''}`
}

/** Starts a login: OpenID Connect Core §3.1.2.1, with PKCE (RFC 7636). */
async function begin(
  provider: client.Configuration,
  callback: string,
  extra: Record<string, string>,
) {
  const login: LoginState = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: callback,
    state: login.state,
    nonce: login.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
    code_challenge_method: 'S256',
    ...extra,
  })
  return { url, state: login }
}

async function complete(
  provider: client.Configuration,
  url: URL,
  state: LoginState,
): Promise<PlatformSession> {
  const tokens = await client.authorizationCodeGrant(provider, url, {
    expectedState: state.state,
    expectedNonce: state.nonce,
    pkceCodeVerifier: state.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token')
  const info = await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
  const loggedInAt = new Date(Number(claims.auth_time) * 1000)
  const user = { ...(info as typeof info & Omit<UserInfo, 'loggedInAt'>), loggedInAt }
  return {
    sid: String(claims['sid']),
    sub: claims.sub,
    idToken: tokens.id_token,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    user,
  }
}

type Verifier = ClientOptions & {
  usedTokens: Map<string, number>
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** Verifies a token of OpenID Connect Back-Channel Logout §2.6. Throws if it is invalid or was used before. */
async function verifyLogoutToken(
  { id, issuer, usedTokens, keys }: Verifier,
  token: string,
): Promise<EndedSession> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: id,
    typ: 'logout+jwt',
    algorithms: ['RS256'],
    maxTokenAge: '3 minutes',
    requiredClaims: ['exp', 'jti', 'events'],
  })
  const { sid, sub, events, nonce, jti = '', exp = 0 } = payload
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
  const hasSubject = sid !== undefined || sub !== undefined
  if (!isLogout || !hasSubject || nonce !== undefined) throw new Error('not a logout token')
  if (usedTokens.has(jti)) throw new Error('a logout token that was used before')
  for (const [usedJti, expSeconds] of usedTokens)
    if (expSeconds * 1000 < Date.now()) usedTokens.delete(usedJti)
  usedTokens.set(jti, exp)
  return { sid, sub }
}

function discover({ id, issuer, clientSecret }: ClientOptions): Promise<client.Configuration> {
  const execute = issuer.startsWith('http://') ? [client.allowInsecureRequests] : []
  const secret = client.ClientSecretBasic(clientSecret)
  return client.discovery(new URL(issuer), id, {}, secret, { execute, timeout: 5 })
}

/** Returns a function that calls `load` on its first use, and again after a failure. */
function lazily<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
