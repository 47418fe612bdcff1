// A platform with passport-openidconnect.
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import { Strategy } from 'passport-openidconnect'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, COOKIE_SECRET, HOME_URL, PORT } = process.env
const discovery = await fetch(`${ISSUER}/.well-known/openid-configuration`)
const provider = await discovery.json()

/** Returns a strategy with these parameters, because each combination of parameters needs its own strategy. */
function strategyWith(extra) {
  return new Strategy(
    {
      issuer: ISSUER,
      authorizationURL: provider.authorization_endpoint,
      tokenURL: provider.token_endpoint,
      userInfoURL: provider.userinfo_endpoint,
      clientID: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      callbackURL: `${HOME_URL}/callback`,
      scope: ['profile', 'email'],
      skipUserProfile: false,
      ...extra,
    },
    (_issuer, profile, _context, idToken, done) => {
      const { id: sub, displayName: name, emails } = profile
      done(null, { sub, name, email: emails[0].value, idToken })
    },
  )
}
passport.use('portico', strategyWith({}))
passport.use('recent', strategyWith({ maxAge: 300 }))
passport.use('sure', strategyWith({ acrValues: 'https://refeds.org/profile/mfa' }))
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
// Without back-channel logout, a session lasts at most 15 minutes after a logout elsewhere.
const cookie = { maxAge: 15 * 60 * 1000 }
app.use(session({ secret: COOKIE_SECRET, resave: false, saveUninitialized: false, cookie }))
app.use(passport.session())
app.get('/', (request, response) => {
  if (!request.user) return response.redirect('/login')
  const { sub, name, email } = request.user
  response.json({ sub, name, email })
})
app.get('/login', passport.authenticate('portico'))
app.get('/silent', passport.authenticate('portico', { prompt: 'none' }))
app.get('/max-age', passport.authenticate('recent'))
app.get('/step-up', passport.authenticate('sure'))
app.get('/callback', passport.authenticate('portico', { successRedirect: '/' }))

app.get('/logout', (request, response, next) => {
  const parameters = new URLSearchParams({
    id_token_hint: request.user.idToken,
    post_logout_redirect_uri: `${HOME_URL}/bye`,
  })
  request.logout((error) => {
    if (error) return next(error)
    response.redirect(`${provider.end_session_endpoint}?${parameters}`)
  })
})
app.get('/bye', (_request, response) => response.send('bye'))

const notOffered = (_request, response) => response.status(501).send('not offered')
for (const path of ['/par', '/refresh', '/backchannel']) app.all(path, notOffered)
app.use((error, _request, response, _next) =>
  response.status(401).send(`${error.code ?? error.message}`),
)
app.listen(PORT, '127.0.0.1')
