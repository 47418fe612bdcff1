import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { Webhook } from 'standardwebhooks'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, HOME_URL, WEBHOOK_SECRET } = process.env
/** The interval in which revoked access is noticed without back-channel logout. */
const refreshMs = Number(process.env.REFRESH_SECONDS ?? 240) * 1000
/** Values of `acr` from lowest to highest; each satisfies all lower ones. */
const acrs = ['https://refeds.org/profile/sfa', 'https://refeds.org/profile/mfa', 'phr']

/** The requirements of a payment: two factors, shown within the last five minutes. */
export const stepUp = { max_age: '300', acr_values: 'https://refeds.org/profile/mfa' }

let discovery
/** Returns the provider and its keys. Discovery runs at the first login, so that the portal may start later. */
function discover() {
  // Allows http for development. For any other URL the library requires https.
  const execute = ISSUER.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const secret = oidc.ClientSecretBasic(CLIENT_SECRET)
  discovery ??= oidc
    .discovery(new URL(ISSUER), CLIENT_ID, {}, secret, { execute })
    .then((provider) => ({
      provider,
      keys: createRemoteJWKSet(new URL(provider.serverMetadata().jwks_uri)),
    }))
    .catch((error) => {
      discovery = undefined
      throw error
    })
  return discovery
}

/**
 * Returns the URL of the login, and the checks for its callback. Keep the checks in a cookie until then, so that no
 * other browser can finish the login. `extra` contains further parameters, such as `stepUp` or `prompt`.
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

/** Exchanges the code of the callback for a session. Throws if the portal refused the login. */
export async function finishLogin(search, checks) {
  const { provider } = await discover()
  const url = new URL(`/callback${search}`, HOME_URL)
  const tokens = await oidc.authorizationCodeGrant(provider, url, checks)
  const { sub, sid, acr, auth_time: authTime } = tokens.claims()
  const user = await oidc.fetchUserInfo(provider, tokens.access_token, sub)
  return { sub, sid, acr, authTime, user, idToken: tokens.id_token, ...tokensOf(tokens) }
}

/** Refreshes the tokens and the user's data. Throws `invalid_grant` if the user no longer has access. */
export async function refresh(session) {
  const { provider } = await discover()
  const tokens = await oidc.refreshTokenGrant(provider, session.refreshToken)
  session.user = await oidc.fetchUserInfo(provider, tokens.access_token, session.sub)
  Object.assign(session, tokensOf(tokens))
}

function tokensOf({ access_token: accessToken, refresh_token: refreshToken }) {
  return { accessToken, refreshToken, refreshAt: Date.now() + refreshMs }
}

/**
 * Returns true if the session satisfies `stepUp`. It checks the token, because the user can change `max_age` and
 * `acr_values` in the URL of the login.
 */
export function isEnough({ acr, authTime }) {
  const isRecent = Date.now() / 1000 - authTime <= Number(stepUp.max_age)
  return isRecent && acrs.slice(acrs.indexOf(stepUp.acr_values)).includes(acr)
}

/** Returns the URL at which the browser ends the session at the portal and at all platforms. */
export async function logoutUrl(session) {
  const { provider } = await discover()
  const back = { post_logout_redirect_uri: `${HOME_URL}/signed-out` }
  const hint = session ? { id_token_hint: session.idToken } : { client_id: CLIENT_ID }
  return oidc.buildEndSessionUrl(provider, { ...back, ...hint }).href
}

/** Verifies a logout token (OpenID Connect Back-Channel Logout §2.6). Returns the `sid` of the ended session. */
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

/** Returns the event of a webhook. Throws if the signature is wrong or older than five minutes. */
export function verifyWebhook(body, headers) {
  return new Webhook(WEBHOOK_SECRET).verify(body, headers)
}
