import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'

const { CLIENT_SECRET, ISSUER = 'http://localhost:8080/oidc', PORT = '3000' } = process.env
const home = `http://localhost:${PORT}`
const provider = await client.discovery(new URL(ISSUER), 'orders', CLIENT_SECRET, undefined, {
  // Only for the demo: without it, the library insists on https.
  execute: [client.allowInsecureRequests],
})
const keys = createRemoteJWKSet(new URL(provider.serverMetadata().jwks_uri))
const logins = new Map()
const sessions = new Map()

createServer((request, response) => {
  handle(request, response).catch((error) => response.writeHead(400).end(error.message))
}).listen(PORT, () => process.stdout.write(`Orders is running at ${home}\n`))

async function handle(request, response) {
  const url = new URL(request.url, home)
  if (url.pathname === '/callback') return finishLogin(request, response, url)
  if (url.pathname === '/backchannel-logout') return endSession(request, response)
  const session = sessions.get(cookieOf(request, 'orders'))
  if (!session) return startLogin(response)
  response.end(`Hello ${session.name}. You are logged in to Orders.\n`)
}

/** Redirects to Portico. Stores the values that the callback checks under an id in this browser's cookie. */
async function startLogin(response) {
  const id = randomUUID()
  const login = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  logins.set(id, login)
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: `${home}/callback`,
    scope: 'openid profile email',
    state: login.state,
    nonce: login.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
    code_challenge_method: 'S256',
  })
  redirect(response, url.href, `orders-login=${id}; HttpOnly; SameSite=Lax; Path=/`)
}

/** Exchanges the code for tokens, reads the claims, and starts a session of this platform. */
async function finishLogin(request, response, url) {
  const id = cookieOf(request, 'orders-login')
  const login = logins.get(id)
  if (!login) return redirect(response, home)
  logins.delete(id)
  const tokens = await client.authorizationCodeGrant(provider, url, {
    expectedState: login.state,
    expectedNonce: login.nonce,
    pkceCodeVerifier: login.verifier,
    idTokenExpected: true,
  })
  const { sub, sid } = tokens.claims()
  const { name } = await client.fetchUserInfo(provider, tokens.access_token, sub)
  const session = randomUUID()
  sessions.set(session, { sub, sid, name })
  redirect(response, home, `orders=${session}; HttpOnly; SameSite=Lax; Path=/`)
}

/** OpenID Connect Back-Channel Logout §2.6: Portico reports that a session has ended. */
async function endSession(request, response) {
  const body = new URLSearchParams(await new Response(request).text())
  const { payload } = await jwtVerify(body.get('logout_token') ?? '', keys, {
    issuer: ISSUER,
    audience: 'orders',
    typ: 'logout+jwt',
  })
  const event = payload.events?.['http://schemas.openid.net/event/backchannel-logout']
  if (!event || payload.nonce !== undefined) throw new Error('not a logout token')
  for (const [id, { sid }] of sessions) if (sid === payload.sid) sessions.delete(id)
  response.writeHead(200).end()
}

function redirect(response, location, cookie) {
  response.writeHead(303, { location, ...(cookie && { 'set-cookie': cookie }) }).end()
}

function cookieOf(request, name) {
  const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='))
  return Object.fromEntries(pairs)[name]
}
