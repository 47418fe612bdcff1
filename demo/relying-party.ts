import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'

/** What a platform keeps between sending somebody to the provider and seeing her again. */
export type Begun = { state: string; nonce: string; verifier: string }
export type Person = {
  name: string
  email: string
  locale: string
  zoneinfo: string
  partner: { name: string } | null
  loggedInAt: Date
}
export type LoggedIn = { sid: string; sub: string; idToken: string; person: Person }
type About = { id: string; issuer: string; clientSecret: string }
type Notice = { sid?: unknown; sub?: unknown }
export type RelyingParty = ReturnType<typeof makeRelyingParty>

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** The OpenID client of a platform. The provider is first asked when somebody comes, as it may start later. */
export function makeRelyingParty(about: About) {
  const provider = lazily(() => discover(about))
  // The keys are kept, and asked for anew when a notice is signed by one that is not known.
  const keys = lazily(async () =>
    createRemoteJWKSet(new URL((await provider()).serverMetadata().jwks_uri ?? '')),
  )
  const seen = new Map<string, number>()
  return {
    begin: async (callback: string) => begin(await provider(), callback),
    complete: async (url: URL, begun: Begun) => complete(await provider(), url, begun),
    /** OpenID Connect RP-Initiated Logout §2. */
    logoutUrl: async (back: string, idToken?: string) =>
      client.buildEndSessionUrl(await provider(), {
        post_logout_redirect_uri: back,
        ...(idToken === undefined ? { client_id: about.id } : { id_token_hint: idToken }),
      }),
    readNotice: async (token: string) => readNotice({ ...about, seen, keys: await keys() }, token),
  }
}

/** Why nobody was logged in, in the provider's words; undefined when it could not be asked. */
export function answerOf(error: unknown): string | undefined {
  if (error instanceof client.AuthorizationResponseError) return error.error
  return error instanceof client.ResponseBodyError ? error.error : undefined
}

/** OpenID Connect Core §3.1.2.1, with PKCE (RFC 7636). */
async function begin(provider: client.Configuration, callback: string) {
  const begun: Begun = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: callback,
    scope: 'openid profile email',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
  })
  return { url, begun }
}

async function complete(provider: client.Configuration, url: URL, begun: Begun): Promise<LoggedIn> {
  const tokens = await client.authorizationCodeGrant(provider, url, {
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    pkceCodeVerifier: begun.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token')
  const info = await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
  const loggedInAt = new Date(Number(claims.auth_time) * 1000)
  const person = { ...info, loggedInAt } as unknown as Person
  return { sid: String(claims['sid']), sub: claims.sub, idToken: tokens.id_token, person }
}

type Reader = About & { seen: Map<string, number>; keys: ReturnType<typeof createRemoteJWKSet> }

/** OpenID Connect Back-Channel Logout §2.6. Throws when the token is not to be believed. */
async function readNotice({ id, issuer, seen, keys }: Reader, token: string): Promise<Notice> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: id,
    typ: 'logout+jwt',
    algorithms: ['RS256'],
    maxTokenAge: '3 minutes',
    requiredClaims: ['exp', 'jti', 'events'],
  })
  const { sid, sub, events, nonce, jti = '', exp = 0 } = payload
  const isNotice = typeof events === 'object' && events !== null && logoutEvent in events
  const isAboutSomebody = sid !== undefined || sub !== undefined
  if (!isNotice || !isAboutSomebody || nonce !== undefined) throw new Error('not a logout token')
  if (seen.has(jti)) throw new Error('a logout token that was used before')
  for (const [each, until] of seen) if (until * 1000 < Date.now()) seen.delete(each)
  seen.set(jti, exp)
  return { sid, sub }
}

function discover({ id, issuer, clientSecret }: About): Promise<client.Configuration> {
  const execute = issuer.startsWith('http://') ? [client.allowInsecureRequests] : []
  const secret = client.ClientSecretBasic(clientSecret)
  return client.discovery(new URL(issuer), id, {}, secret, { execute, timeout: 5 })
}

/** Asks on the first use, and again after a failure. */
function lazily<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined
      throw error
    })
    return asked
  }
}
