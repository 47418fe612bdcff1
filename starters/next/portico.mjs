import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { Webhook } from 'standardwebhooks'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, HOME_URL, WEBHOOK_SECRET } = process.env
/** How long access that was taken away can go on here, without back-channel logout. */
const refreshMs = Number(process.env.REFRESH_SECONDS ?? 240) * 1000
/** Each satisfies those before it. */
const ladder = ['https://refeds.org/profile/sfa', 'https://refeds.org/profile/mfa', 'phr']

/** What a payment takes: two factors, shown within the last five minutes. */
export const stepUp = { max_age: '300', acr_values: 'https://refeds.org/profile/mfa' }

let discovered
/** Discovery runs at the first login: the portal may start later. */
function discover() {
  // Without it the library insists on https, as it should anywhere but on your own machine.
  const execute = ISSUER.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const secret = oidc.ClientSecretBasic(CLIENT_SECRET)
  discovered ??= oidc
    .discovery(new URL(ISSUER), CLIENT_ID, {}, secret, { execute })
    .then((provider) => ({
      provider,
      keys: createRemoteJWKSet(new URL(provider.serverMetadata().jwks_uri)),
    }))
    .catch((error) => {
      discovered = undefined
      throw error
    })
  return discovered
}

/**
 * Where the browser logs in, and what the callback has to check: kept in a cookie of this browser until then, so that
 * no other one can finish the login. `extra`: `stepUp`, or `prompt`.
 */
export async function startLogin(extra) {
  const { provider } = await discover()
  const checks = {
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    idTokenExpected: true,
  }
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: `${HOME_URL}/callback`,
    scope: 'openid profile email',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  })
  return { url: url.href, checks }
}

/** Exchanges the code of the callback for a session; throws where the portal refused the login. */
export async function finishLogin(search, checks) {
  const { provider } = await discover()
  const url = new URL(`/callback${search}`, HOME_URL)
  const tokens = await oidc.authorizationCodeGrant(provider, url, checks)
  const { sub, sid, acr, auth_time: authTime } = tokens.claims()
  const user = await oidc.fetchUserInfo(provider, tokens.access_token, sub)
  return { sub, sid, acr, authTime, user, idToken: tokens.id_token, ...kept(tokens) }
}

/** Asks the portal anew about the user; throws `invalid_grant` once it refuses. */
export async function refresh(session) {
  const { provider } = await discover()
  const tokens = await oidc.refreshTokenGrant(provider, session.refreshToken)
  session.user = await oidc.fetchUserInfo(provider, tokens.access_token, session.sub)
  Object.assign(session, kept(tokens))
}

function kept({ access_token: accessToken, refresh_token: refreshToken }) {
  return { accessToken, refreshToken, refreshAt: Date.now() + refreshMs }
}

/** `max_age` and `acr_values` travel in an address that the user can change: what counts is the token. */
export function isEnough({ acr, authTime }) {
  const isYoung = Date.now() / 1000 - authTime <= Number(stepUp.max_age)
  return isYoung && ladder.slice(ladder.indexOf(stepUp.acr_values)).includes(acr)
}

/** Where the browser ends the session at the portal, and with it those of all platforms. */
export async function logoutUrl(session) {
  const { provider } = await discover()
  const back = { post_logout_redirect_uri: `${HOME_URL}/signed-out` }
  const hint = session ? { id_token_hint: session.idToken } : { client_id: CLIENT_ID }
  return oidc.buildEndSessionUrl(provider, { ...back, ...hint }).href
}

/** OpenID Connect Back-Channel Logout §2.6: returns the `sid` of the session that has ended. */
export async function verifyLogoutToken(token) {
  const { keys } = await discover()
  const { payload } = await jwtVerify(token, keys, {
    issuer: ISSUER,
    audience: CLIENT_ID,
    typ: 'logout+jwt',
    algorithms: ['RS256'],
    requiredClaims: ['exp', 'sid'],
  })
  const isLogout = payload.events?.['http://schemas.openid.net/event/backchannel-logout']
  if (!isLogout || payload.nonce !== undefined) throw new Error('not a logout token')
  return payload.sid
}

/** Returns the event of a webhook; throws where the signature is wrong, or older than five minutes. */
export function verifyWebhook(body, headers) {
  return new Webhook(WEBHOOK_SECRET).verify(body, headers)
}
