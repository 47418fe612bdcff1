// A platform with Auth.js: @auth/express.
import { Auth, skipCSRFCheck } from '@auth/core'
import { ExpressAuth, getSession } from '@auth/express'
import { getToken } from '@auth/core/jwt'
import express from 'express'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, COOKIE_SECRET, HOME_URL, PORT } = process.env
const config = {
  basePath: '/auth',
  secret: COOKIE_SECRET,
  trustHost: true,
  // There is no back-channel logout: a session lasts at most a quarter of an hour after a logout elsewhere.
  session: { maxAge: 15 * 60 },
  providers: [
    {
      id: 'portico',
      name: 'Portico',
      type: 'oidc',
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      // The profile comes from userinfo.
      idToken: false,
      authorization: { params: { scope: 'openid profile email' } },
    },
  ],
  callbacks: {
    jwt({ token, account, profile }) {
      if (!account) return token
      const { id_token: idToken, refresh_token: refreshToken } = account
      return { ...token, sub: profile.sub, idToken, refreshToken }
    },
    session({ session, token: { sub, name, email } }) {
      return { ...session, user: { sub, name, email } }
    },
  },
}
const discovery = await fetch(`${ISSUER}/.well-known/openid-configuration`)
const provider = await discovery.json()

const app = express()
app.use('/auth', ExpressAuth(config))
app.get('/', async (request, response) => {
  const session = await getSession(request, config)
  if (!session) return logIn(request, response)
  response.json(session.user)
})
app.get('/silent', (request, response) => logIn(request, response, { prompt: 'none' }))
app.get('/max-age', (request, response) => logIn(request, response, { max_age: '300' }))
app.get('/step-up', (request, response) =>
  logIn(request, response, { acr_values: 'https://refeds.org/profile/mfa' }),
)

/** Does what the packages for other frameworks call `signIn()`. */
async function logIn(request, response, parameters = {}) {
  const url = `${HOME_URL}/auth/signin/portico?${new URLSearchParams(parameters)}`
  const headers = { cookie: request.headers.cookie ?? '' }
  const body = new URLSearchParams({ callbackUrl: HOME_URL })
  const signIn = new Request(url, { method: 'POST', headers, body })
  const answer = await Auth(signIn, { ...config, skipCSRFCheck })
  response.setHeaders(answer.headers).status(answer.status).end()
}

const tokensOf = ({ headers }) => getToken({ req: { headers }, secret: COOKIE_SECRET })

app.get('/refresh', async (request, response) => {
  const { refreshToken } = await tokensOf(request)
  const credentials = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')
  const answer = await fetch(provider.token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  const { error, expires_in } = await answer.json()
  response.status(answer.status).json({ error, expires_in })
})

app.get('/logout', async (request, response) => {
  const { idToken } = await tokensOf(request)
  const parameters = new URLSearchParams({
    id_token_hint: idToken,
    post_logout_redirect_uri: `${HOME_URL}/bye`,
  })
  response.clearCookie('authjs.session-token')
  response.redirect(`${provider.end_session_endpoint}?${parameters}`)
})
app.get('/bye', (_request, response) => response.send('bye'))

const notOffered = (_request, response) => response.status(501).send('not offered')
app.get('/par', notOffered)
app.all('/backchannel', notOffered)
app.listen(PORT, '127.0.0.1')
