// A platform with Express and openid-client.
import express from 'express'
import session from 'express-session'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, COOKIE_SECRET, HOME_URL, PORT } = process.env
const provider = await client.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  {},
  client.ClientSecretBasic(CLIENT_SECRET),
  // Plain http is for tests on one machine.
  { execute: ISSUER.startsWith('http:') ? [client.allowInsecureRequests] : [] },
)
const keys = createRemoteJWKSet(new URL(provider.serverMetadata().jwks_uri))
const endedSessions = new Set()

const app = express()
app.use(session({ secret: COOKIE_SECRET, resave: false, saveUninitialized: false }))
app.get('/', (request, response) => {
  const { user, sid } = request.session
  if (!user || endedSessions.has(sid)) return logIn(request, response)
  response.json(user)
})
app.get('/silent', (request, response) => logIn(request, response, { prompt: 'none' }))
app.get('/max-age', (request, response) => logIn(request, response, { max_age: '300' }))
app.get('/step-up', (request, response) =>
  logIn(request, response, { acr_values: 'https://refeds.org/profile/mfa' }),
)
app.get('/par', (request, response) =>
  logIn(request, response, {}, client.buildAuthorizationUrlWithPAR),
)

async function logIn(request, response, extra = {}, build = client.buildAuthorizationUrl) {
  const login = {
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    ...(extra.max_age && { maxAge: Number(extra.max_age) }),
  }
  const url = await build(provider, {
    redirect_uri: `${HOME_URL}/callback`,
    scope: 'openid profile email',
    state: login.expectedState,
    nonce: login.expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(login.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  })
  request.session.login = login
  response.redirect(url.href)
}

app.get('/callback', async (request, response) => {
  const { login } = request.session
  const url = new URL(request.originalUrl, HOME_URL)
  const tokens = await client.authorizationCodeGrant(provider, url, {
    ...login,
    idTokenExpected: true,
  })
  const { sub, sid } = tokens.claims()
  const user = await client.fetchUserInfo(provider, tokens.access_token, sub)
  // A new session id at each login, against session fixation.
  await new Promise((resolve) => request.session.regenerate(resolve))
  const { id_token: idToken, refresh_token: refreshToken } = tokens
  Object.assign(request.session, { user, sid, idToken, refreshToken })
  response.redirect('/')
})

app.get('/refresh', async (request, response) => {
  const { expires_in } = await client.refreshTokenGrant(provider, request.session.refreshToken)
  response.json({ expires_in })
})

app.get('/logout', (request, response) => {
  const url = client.buildEndSessionUrl(provider, {
    id_token_hint: request.session.idToken,
    post_logout_redirect_uri: `${HOME_URL}/bye`,
  })
  request.session.destroy(() => response.redirect(url.href))
})
app.get('/bye', (_request, response) => response.send('bye'))

app.post('/backchannel', express.urlencoded(), async (request, response) => {
  const { payload } = await jwtVerify(request.body.logout_token, keys, {
    issuer: ISSUER,
    audience: CLIENT_ID,
    typ: 'logout+jwt',
    requiredClaims: ['exp', 'jti', 'sid'],
  })
  const isLogout = 'http://schemas.openid.net/event/backchannel-logout' in payload.events
  if (!isLogout || payload.nonce !== undefined) return response.sendStatus(400)
  endedSessions.add(payload.sid)
  response.sendStatus(200)
})

app.use((error, _request, response, _next) =>
  response.status(401).send(`${error.error ?? error.message}`),
)
app.listen(PORT, '127.0.0.1')
