// A platform with Express and oauth4webapi.
import express from 'express'
import session from 'express-session'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, COOKIE_SECRET, HOME_URL, PORT } = process.env
// Plain http is for tests on one machine.
const options = { [oauth.allowInsecureRequests]: ISSUER.startsWith('http:') }
const client = { client_id: CLIENT_ID }
const secret = oauth.ClientSecretBasic(CLIENT_SECRET)
const redirectUri = `${HOME_URL}/callback`
const metadata = await oauth.discoveryRequest(new URL(ISSUER), options)
const provider = await oauth.processDiscoveryResponse(new URL(ISSUER), metadata)
const keys = createRemoteJWKSet(new URL(provider.jwks_uri))
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
app.get('/par', (request, response) => logIn(request, response, {}, true))

async function logIn(request, response, extra = {}, isPushed = false) {
  const login = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    maxAge: extra.max_age && Number(extra.max_age),
  }
  let parameters = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state: login.state,
    nonce: login.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(login.verifier),
    code_challenge_method: 'S256',
    ...extra,
  })
  if (isPushed) {
    const answer = await oauth.pushedAuthorizationRequest(
      provider,
      client,
      secret,
      parameters,
      options,
    )
    const pushed = await oauth.processPushedAuthorizationResponse(provider, client, answer)
    parameters = new URLSearchParams({ client_id: CLIENT_ID, request_uri: pushed.request_uri })
  }
  request.session.login = login
  response.redirect(`${provider.authorization_endpoint}?${parameters}`)
}

app.get('/callback', async (request, response) => {
  const { state, nonce, verifier, maxAge } = request.session.login
  const url = new URL(request.originalUrl, HOME_URL)
  const parameters = oauth.validateAuthResponse(provider, client, url, state)
  const answer = await oauth.authorizationCodeGrantRequest(
    provider,
    client,
    secret,
    parameters,
    redirectUri,
    verifier,
    options,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(provider, client, answer, {
    expectedNonce: nonce,
    maxAge,
    requireIdToken: true,
  })
  const { sub, sid } = oauth.getValidatedIdTokenClaims(tokens)
  const info = await oauth.userInfoRequest(provider, client, tokens.access_token, options)
  const user = await oauth.processUserInfoResponse(provider, client, sub, info)
  // A new session id at each login, against session fixation.
  await new Promise((resolve) => request.session.regenerate(resolve))
  const { id_token: idToken, refresh_token: refreshToken } = tokens
  Object.assign(request.session, { user, sid, idToken, refreshToken })
  response.redirect('/')
})

app.get('/refresh', async (request, response) => {
  const { refreshToken } = request.session
  const answer = await oauth.refreshTokenGrantRequest(
    provider,
    client,
    secret,
    refreshToken,
    options,
  )
  const { expires_in } = await oauth.processRefreshTokenResponse(provider, client, answer)
  response.json({ expires_in })
})

app.get('/logout', (request, response) => {
  const parameters = new URLSearchParams({
    id_token_hint: request.session.idToken,
    post_logout_redirect_uri: `${HOME_URL}/bye`,
  })
  const url = `${provider.end_session_endpoint}?${parameters}`
  request.session.destroy(() => response.redirect(url))
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
