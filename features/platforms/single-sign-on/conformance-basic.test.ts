import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { UnsecuredJWT } from 'jose'
import { stepUpUser } from '#contract/step-up.ts'
import { theServer } from '#test/browser.ts'
import { codeOf, logIn, visitor, type Visitor } from '#test/people.ts'
import { issuer } from '#test/platform-client.ts'
import {
  buildAuthorizationRequest,
  authorize,
  exchange,
  follow,
  newPlatform,
  tokensOf,
  visitorOf,
} from '#test/platform.ts'
import { backdate } from '#test/rows.ts'

// Each test covers the module of that name in the OpenID Foundation's conformance suite, plans
// oidcc-basic-certification-test-plan and oidcc-config-certification-test-plan; docs/security.md lists the modules that
// do not apply.

const hub = await newPlatform()

test('oidcc-response-type-missing a request without response_type is refused', async () => {
  const { browser } = await visitorOf(hub)
  const { url } = await buildAuthorizationRequest(hub)
  url.searchParams.delete('response_type')

  const { url: back } = await follow(browser, url)

  equal(back.searchParams.get('error'), 'invalid_request')
  equal(back.searchParams.get('code'), null)
})

test('oidcc-display-page oidcc-display-popup oidcc-claims-locales oidcc-ensure-request-with-acr-values-succeeds oidcc-ensure-request-with-unknown-parameter-succeeds optional parameters are accepted', async () => {
  const { ada, browser } = await visitorOf(hub)
  for (const extra of [
    { display: 'page' },
    { display: 'popup' },
    { claims_locales: 'se' },
    { acr_values: '1 2' },
    { extra: 'foobar' },
  ]) {
    const tokens = await exchange(
      hub,
      await authorize(browser, hub, extra as Record<string, string>),
    )
    equal(tokens.claims()?.sub, ada.id)
  }
})

test('oidcc-prompt-login a logged-in user must log in again, with a new auth_time', async () => {
  const { ada, browser } = await visitorOf(hub)
  await makeOlder(ada.id, '5 seconds')
  const { claims: before } = await tokensOf(browser, hub)

  const request = await buildAuthorizationRequest(hub, { prompt: 'login' })
  const { url } = await follow(browser, request.url)
  equal(url.pathname, '/login')
  await become(browser, await logIn(ada))
  const { url: back } = await follow(browser, url.searchParams.get('redirect') ?? '')
  const after = (await exchange(hub, { ...request, back })).claims()

  equal(after?.sub, before.sub)
  ok(Number(after?.auth_time) > Number(before.auth_time))
})

test('oidcc-prompt-none-not-logged-in the error is login_required', async () => {
  const { back, state } = await authorize(await visitor(), hub, { prompt: 'none' })
  equal(back.searchParams.get('error'), 'login_required')
  equal(back.searchParams.get('state'), state)
})

test('oidcc-prompt-none-logged-in oidcc-id-token-hint no page is shown, and sub and auth_time are unchanged', async () => {
  const { browser } = await visitorOf(hub)
  const { claims, idToken } = await tokensOf(browser, hub)
  for (const hint of [{}, { id_token_hint: idToken }]) {
    const tokens = await exchange(hub, await authorize(browser, hub, { prompt: 'none', ...hint }))
    equal(tokens.claims()?.sub, claims.sub)
    equal(tokens.claims()?.auth_time, claims.auth_time)
  }
})

test('oidcc-max-age-1 an older login requires a step-up, and the token contains the new auth_time', async () => {
  const { ada, browser } = await visitorOf(hub)
  await makeOlder(ada.id, '2 seconds')
  const { claims: before } = await tokensOf(browser, hub)

  const request = await buildAuthorizationRequest(hub, { max_age: '1' })
  const { url } = await follow(browser, request.url)
  match(url.pathname, /^\/step-up\//)
  await browser.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  const { url: back } = await follow(browser, url.pathname.replace('step-up', 'sign-on'))
  const after = (await exchange(hub, { ...request, back })).claims()

  ok(Number(after?.auth_time) > Number(before.auth_time))
  ok(Number(after?.auth_time) >= Math.floor(Date.now() / 1000) - 3)
})

test('oidcc-max-age-10000 a recent login is accepted', async () => {
  const { browser } = await visitorOf(hub)
  const { claims } = await tokensOf(browser, hub)
  const again = await exchange(hub, await authorize(browser, hub, { max_age: '10000' }))
  equal(again.claims()?.auth_time, claims.auth_time)
})

test('oidcc-login-hint oidcc-ui-locales the login page has the given address and language', async () => {
  const server = await theServer()
  const extra = { login_hint: 'ada@quay.example', ui_locales: 'fr-CA fr en' }
  const { url } = await follow(await visitor(), (await buildAuthorizationRequest(hub, extra)).url)

  equal(url.searchParams.get('login_hint'), 'ada@quay.example')
  const page = await server.inject({
    url: url.pathname + url.search,
    headers: { 'accept-language': 'en' },
  })
  match(page.body, /<html lang="fr"/)
  const other = await follow(
    await visitor(),
    (await buildAuthorizationRequest(hub, { ui_locales: 'se' })).url,
  )
  equal(other.url.searchParams.get('ui_locales'), null)
})

test('oidcc-ensure-registered-redirect-uri an unregistered redirect_uri is refused', async () => {
  const { browser } = await visitorOf(hub)
  const request = await buildAuthorizationRequest(hub, { redirect_uri: `${hub.callback}/other` })
  const { url, answer } = await follow(browser, request.url)
  equal(url.origin, new URL(issuer).origin)
  equal(answer.status, 400)
})

test('oidcc-ensure-post-request-succeeds a request can be sent by POST', async () => {
  const { browser } = await visitorOf(hub)
  const request = await buildAuthorizationRequest(hub)
  const first = await browser.fetch(`${issuer}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: request.url.searchParams.toString(),
  })
  equal(first.status, 303)
  const { url: back } = await follow(browser, first.headers.get('location') ?? '')
  equal(back.origin + back.pathname, hub.callback)
  ok((await exchange(hub, { ...request, back })).access_token)
})

test('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported oidcc-ensure-request-object-with-redirect-uri a request object is refused', async () => {
  const { browser } = await visitorOf(hub)
  for (const redirect of [hub.callback, `${hub.callback}/other`]) {
    const { url } = await buildAuthorizationRequest(hub)
    const object = new UnsecuredJWT({ client_id: hub.id, redirect_uri: redirect }).encode()
    url.searchParams.set('request', object)
    const { url: back } = await follow(browser, url)
    equal(back.searchParams.get('code'), null)
    equal(back.searchParams.get('error'), 'request_not_supported')
  }
})

test('OpenID Connect Core §5.5.1.1 a required sub or acr that the session does not have is an error', async () => {
  const { browser } = await visitorOf(hub)
  for (const [idToken, error] of [
    [{ acr: { essential: true, value: 'urn:unknown' } }, 'unmet_authentication_requirements'],
    [{ sub: { value: 'another user' } }, 'login_required'],
  ] as const) {
    const claims = JSON.stringify({ id_token: idToken })
    const { back } = await authorize(browser, hub, { claims })
    equal(back.searchParams.get('error'), error)
  }
})

function makeOlder(userId: string, age: string): Promise<number> {
  return backdate('sessions', { userId }, { createdAt: age, verifiedAt: age })
}

/** Copies the session of another browser. */
async function become(browser: Visitor, next: Visitor): Promise<void> {
  for (const cookie of next.cookies) browser.cookies.set(...cookie)
}
