import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { logIn, visitor, type Visitor } from '#test/people.ts'
import {
  askToLogOut,
  buildAuthorizationRequest,
  confirmLogOut,
  follow,
  newPlatform,
  tokensOf,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { addRows, backdate } from '#test/rows.ts'

const formPost = { response_mode: 'form_post' }
const manyPlatforms = 2_000

test('P22: the response of the authorization endpoint allows forms to one platform only, and has the same size with 2,000 platforms as with two', async () => {
  const hub = await newPlatform()
  const other = await newPlatform()
  const { ada } = await visitorOf(hub)
  const answers = async () => [
    await authorizeBy(await logIn(ada), hub),
    await authorizeBy(await logIn(ada), hub, formPost),
    await authorizeBy(await visitor(), hub),
  ]
  const withTwo = await answers()

  await addRows(
    'subsystems',
    Array.from({ length: manyPlatforms }, (_, n) => ({
      id: `many-${n}`,
      name: `Many ${n}`,
      url: `http://many-${n}.example`,
      redirectUris: [`http://many-${n}.example/callback`],
    })),
  )
  const withMany = await answers()

  deepEqual(
    withMany.map(({ size }) => size),
    withTwo.map(({ size }) => size),
  )
  const formActions = withMany.map(({ formAction }) => formAction)
  deepEqual(formActions, ["'self'", `'self' http://${hub.id}.example`, "'self'"])
  for (const { text } of withMany) ok(!text.includes(`${other.id}.example`) && !/many-/.test(text))
})

test('P22: every other response of the provider allows forms to the portal only', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const wrong = await buildAuthorizationRequest(hub, { redirect_uri: 'http://evil.test/' })
  for (const path of [
    '/oidc/session/end',
    '/oidc/session/end/success',
    '/oidc/jwks',
    '/sign-on/gone',
    wrong.url.href,
  ]) {
    equal(formActionOf(await browser.fetch(path)), "'self'", path)
  }
  const page = await (await browser.fetch('/oidc/session/end')).text()
  equal(formActionOf(await confirmLogOut(browser, page)), "'self'")
})

test('P22: the logout confirmation allows forms to the accepted address and the home of the platform', async () => {
  const hub = await newPlatform({ url: 'http://home.example/start' })
  const { browser } = await visitorOf(hub)
  const back = `http://home.example/signed-out`
  const ask = (extra: Record<string, string>) => askToLogOut(browser, hub, extra)

  const { answer, page } = await ask({ client_id: hub.id })
  equal(formActionOf(answer), "'self' http://home.example")
  match(page, /<a class="button" href="http:\/\/home\.example\/start">Stay logged in<\/a>/)

  const other = await newPlatform({ postLogoutUris: ['http://elsewhere.example/bye'] })
  const parameters = {
    client_id: other.id,
    post_logout_redirect_uri: 'http://elsewhere.example/bye',
  }
  equal(
    formActionOf((await ask(parameters)).answer),
    `'self' http://elsewhere.example http://${other.id}.example`,
  )
  // Without a platform, the address is not accepted.
  const { answer: answerWithoutPlatform, page: ownPage } = await ask({
    post_logout_redirect_uri: back,
  })
  equal(formActionOf(answerWithoutPlatform), "'self'")
  match(ownPage, /<a class="button" href="\/main\/profile">Stay logged in<\/a>/)
})

test("P27: a page that submits itself has a button that works without scripts, in the browser's language", async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  browser.cookies.set('locale', 'fr')

  const form = await authorizeBy(browser, hub, formPost)

  match(form.text, /<html lang="fr" dir="ltr">/)
  match(form.text, /<button class="primary">Continuer<\/button>/)
  ok(form.text.indexOf('<button') < form.text.indexOf('</form>'))
  equal(form.text.includes('<noscript>'), false)
  match(form.text, /vers Platform \d+/)
})

test('P27: a posted request is redirected with a random reference, never with its parameters', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { idToken } = await tokensOf(browser, hub)
  const stranger = await visitor()

  const parameters = (await buildAuthorizationRequest(hub, { login_hint: ada.email })).url
    .searchParams
  const location = await post(stranger, '/oidc/auth', parameters)
  match(location, /^\/oidc\/auth\?posted=[\w-]{43}$/)
  const { url } = await follow(stranger, location)
  equal(url.pathname, '/login')
  equal(url.searchParams.get('login_hint'), ada.email)

  const logout = await post(stranger, '/oidc/session/end', { id_token_hint: idToken, state: 'abc' })
  match(logout, /^\/oidc\/session\/end\?posted=[\w-]{43}$/)
  const page = await (await browser.fetch(logout)).text()
  match(page, /document\.forms\[0\]\.submit\(\)/)
  await confirmLogOut(browser, page)
  equal(await browser.isLoggedIn(), false)
})

test('P27: the reference of a posted request is valid for a minute', async () => {
  const { browser } = await visitorOf()
  const location = await post(browser, '/oidc/session/end', { state: 'abc' })
  equal((await browser.fetch(location)).status, 200)

  await backdate('oidc_records', { model: 'PostedForm' }, { expiresAt: '60 seconds' })

  const late = await browser.fetch(location)
  equal(late.status, 400)
  match(await late.text(), /The login was interrupted/)
  equal((await browser.fetch('/oidc/auth?posted=%00')).status, 400)
})

function post(browser: Visitor, path: string, form: Record<string, string> | URLSearchParams) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = String(new URLSearchParams(form))
  return browser.fetch(path, { method: 'POST', headers, body }).then((answer) => {
    equal(answer.status, 303)
    return answer.headers.get('location') ?? ''
  })
}

/** Returns the first response of the authorization endpoint, with the size of its headers and body. */
async function authorizeBy(browser: Visitor, hub: Platform, extra: Record<string, string> = {}) {
  const answer = await browser.fetch((await buildAuthorizationRequest(hub, extra)).url.href)
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`)
  const text = [...head, await answer.text()].join('\r\n')
  return { text, size: text.length, formAction: formActionOf(answer) }
}

function formActionOf({ headers }: Response): string | undefined {
  return /form-action ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
}
