// A platform with express-openid-connect.
import express from 'express'
import openid from 'express-openid-connect'
import session from 'express-session'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, COOKIE_SECRET, HOME_URL, PORT } = process.env
// In production, use a store that all servers share, such as connect-redis.
const store = new session.MemoryStore()
const app = express()
app.use(
  openid.auth({
    issuerBaseURL: ISSUER,
    baseURL: HOME_URL,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    secret: COOKIE_SECRET,
    authRequired: false,
    pushedAuthorizationRequests: true,
    idpLogout: true,
    backchannelLogout: { store },
    session: { store },
    routes: { postLogoutRedirect: '/bye' },
    authorizationParams: { response_type: 'code', scope: 'openid profile email' },
  }),
)

app.get('/', openid.requiresAuth(), async (request, response) =>
  response.json(await request.oidc.fetchUserInfo()),
)
app.get('/refresh', openid.requiresAuth(), async (request, response) => {
  const { expires_in } = await request.oidc.accessToken.refresh()
  response.json({ expires_in })
})
app.get('/silent', logInWith({ prompt: 'none' }))
app.get('/max-age', logInWith({ max_age: 300 }))
app.get('/step-up', logInWith({ acr_values: 'https://refeds.org/profile/mfa' }))
app.get('/par', logInWith({}))
app.get('/bye', (_request, response) => response.send('bye'))

function logInWith(authorizationParams) {
  return (_request, response) => response.oidc.login({ returnTo: '/', authorizationParams })
}

app.use((error, _request, response, _next) =>
  response.status(401).send(`${error.error ?? error.message}`),
)
app.listen(PORT, '127.0.0.1')
