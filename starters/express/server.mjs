import cookieParser from 'cookie-parser'
import express from 'express'
import * as portico from './portico.mjs'
import * as store from './sessions.mjs'

const { HOME_URL } = process.env
const { cookies } = store
const app = express()
app.use(cookieParser())
app.use((_request, response, next) => {
  // So that the "back" button does not show the page of a user who has logged out.
  response.set('cache-control', 'no-store')
  next()
})

app.get('/', async (request, response) => {
  const session = await store.findSession(request.cookies[cookies.session])
  if (!session) return response.redirect(303, '/login')
  const { name, email } = session.user
  const links =
    '<a href="/payments">Pay</a> <form method="post" action="/logout"><button>Log out</button></form>'
  response.send(page(`<h1>Hello ${escaped(name)}</h1><p>${escaped(email)}</p>${links}`))
})

app.get('/login', async (request, response) => {
  const isStepUp = 'step-up' in request.query
  // With `prompt=none`, the portal shows no page and only reports whether the user is logged in and has access.
  const prompt = request.query.prompt === 'none' ? { prompt: 'none' } : {}
  const { url, checks } = await portico.startLogin(isStepUp ? portico.stepUp : prompt)
  response.cookie(cookies.login, { checks, isStepUp }, cookies.options)
  response.redirect(303, url)
})

app.get('/callback', async (request, response) => {
  const login = request.cookies[cookies.login]
  response.clearCookie(cookies.login, cookies.options)
  // The user pressed "back", or followed a link of another site.
  if (!login) return response.redirect(303, '/')
  const session = await portico.finishLogin(new URL(request.url, HOME_URL).search, login.checks)
  store.endSession(request.cookies[cookies.session])
  response.cookie(cookies.session, store.openSession(session), cookies.options)
  if (login.isStepUp && !portico.isEnough(session))
    return response.status(403).send(page('<h1>This takes a second factor</h1>'))
  response.redirect(303, login.isStepUp ? '/payments' : '/')
})

app.get('/payments', async (request, response) => {
  const session = await store.findSession(request.cookies[cookies.session])
  if (!session) return response.redirect(303, '/login')
  if (!portico.isEnough(session)) return response.redirect(303, '/login?step-up')
  response.send(page('<h1>Paid</h1>'))
})

app.post('/logout', async (request, response) => {
  const session = await store.findSession(request.cookies[cookies.session])
  store.endSession(request.cookies[cookies.session])
  response.clearCookie(cookies.session, cookies.options)
  response.redirect(303, await portico.logoutUrl(session))
})

app.get('/signed-out', (_, response) => response.send(page('<h1>You are logged out</h1>')))

app.post('/backchannel-logout', express.urlencoded(), async (request, response) => {
  const sid = await portico.verifyLogoutToken(request.body?.logout_token ?? '').catch(() => null)
  if (sid === null) return response.sendStatus(400)
  console.log(`back-channel logout ended ${store.endSessionsOf(sid)}`)
  response.sendStatus(204)
})

// The body must not be parsed before, because the signature covers its raw bytes.
app.post('/webhooks', express.raw({ type: () => true, limit: '64kb' }), (request, response) => {
  let event
  try {
    event = portico.verifyWebhook(request.body, request.headers)
  } catch {
    return response.sendStatus(400)
  }
  if (store.isNewWebhook(request.headers['webhook-id']))
    console.log(`webhook ${event.type} ${event.data.id}`)
  response.sendStatus(204)
})

app.use((error, _request, response, _next) => {
  // `access_denied`: the user has no access. Any other error: the portal is unreachable or rejected the request.
  const isDenied = error.error === 'access_denied'
  if (!isDenied) console.error(error)
  const title = isDenied ? 'You have no access' : 'That did not work'
  response.status(isDenied ? 403 : 502).send(page(`<h1>${title}</h1><a href="/">Try again</a>`))
})

app.listen(new URL(HOME_URL).port, () => console.log(`Running at ${HOME_URL}`))

function page(content) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and Express</title>${content}`
}

function escaped(text) {
  return String(text).replaceAll(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)
}
