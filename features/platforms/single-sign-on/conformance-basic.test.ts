import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { UnsecuredJWT } from 'jose'
import { db, run, sql } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import { logIn, visitor, type Visitor } from '#test/people.ts'
import { issuer } from '#test/platform-client.ts'
import { ask, enter, exchange, follow, newPlatform, tokensOf, visitorOf } from '#test/platform.ts'

// Each test does what the module of that name does in the OpenID Foundation's conformance suite, in its plans
// oidcc-basic-certification-test-plan and oidcc-config-certification-test-plan; docs/security.md says which do not apply.

const hub = await newPlatform()

test('oidcc-response-type-missing a request that does not say what it wants is refused', async () => {
  const { browser } = await visitorOf(hub)
  const { url } = await ask(hub)
  url.searchParams.delete('response_type')

  const { url: back } = await follow(browser, url)

  equal(back.searchParams.get('error'), 'invalid_request')
  equal(back.searchParams.get('code'), null)
})

test('oidcc-display-page oidcc-display-popup oidcc-claims-locales oidcc-ensure-request-with-acr-values-succeeds oidcc-ensure-request-with-unknown-parameter-succeeds what is no more than a wish hinders nobody', async () => {
  const { ada, browser } = await visitorOf(hub)
  for (const wish of [
    { display: 'page' },
    { display: 'popup' },
    { claims_locales: 'se' },
    { acr_values: '1 2' },
    { extra: 'foobar' },
  ]) {
    const tokens = await exchange(hub, await enter(browser, hub, wish as Record<string, string>))
    equal(tokens.claims()?.sub, ada.id)
  }
})

test('oidcc-prompt-login whoever is logged in logs in again, and the time is a new one', async () => {
  const { ada, browser } = await visitorOf(hub)
  await madeOlder(ada.id, '5 seconds')
  const { claims: before } = await tokensOf(browser, hub)

  const asked = await ask(hub, { prompt: 'login' })
  const { url } = await follow(browser, asked.url)
  equal(url.pathname, '/login')
  await become(browser, await logIn(ada))
  const { url: back } = await follow(browser, url.searchParams.get('redirect') ?? '')
  const after = (await exchange(hub, { ...asked, back })).claims()

  equal(after?.sub, before.sub)
  ok(Number(after?.auth_time) > Number(before.auth_time))
})

test('oidcc-prompt-none-not-logged-in the platform hears that a login is needed', async () => {
  const { back, state } = await enter(await visitor(), hub, { prompt: 'none' })
  equal(back.searchParams.get('error'), 'login_required')
  equal(back.searchParams.get('state'), state)
})

test('oidcc-prompt-none-logged-in oidcc-id-token-hint nothing is shown, and person and time are the same', async () => {
  const { browser } = await visitorOf(hub)
  const { claims, idToken } = await tokensOf(browser, hub)
  for (const hint of [{}, { id_token_hint: idToken }]) {
    const tokens = await exchange(hub, await enter(browser, hub, { prompt: 'none', ...hint }))
    equal(tokens.claims()?.sub, claims.sub)
    equal(tokens.claims()?.auth_time, claims.auth_time)
  }
})

test('oidcc-max-age-1 a login of before counts no more, and the new one is in the token', async () => {
  const { ada, browser } = await visitorOf(hub)
  await madeOlder(ada.id, '2 seconds')
  const { claims: before } = await tokensOf(browser, hub)

  const asked = await ask(hub, { max_age: '1' })
  const { url } = await follow(browser, asked.url)
  equal(url.pathname, '/login')
  await become(browser, await logIn(ada))
  const { url: back } = await follow(browser, url.searchParams.get('redirect') ?? '')
  const after = (await exchange(hub, { ...asked, back })).claims()

  ok(Number(after?.auth_time) > Number(before.auth_time))
  ok(Number(after?.auth_time) >= Math.floor(Date.now() / 1000) - 3)
})

test('oidcc-max-age-10000 a login that is young enough counts', async () => {
  const { browser } = await visitorOf(hub)
  const { claims } = await tokensOf(browser, hub)
  const again = await exchange(hub, await enter(browser, hub, { max_age: '10000' }))
  equal(again.claims()?.auth_time, claims.auth_time)
})

test('oidcc-login-hint oidcc-ui-locales the login begins with that address, in that language', async () => {
  const server = await theServer()
  const wish = { login_hint: 'ada@quay.example', ui_locales: 'fr-CA fr en' }
  const { url } = await follow(await visitor(), (await ask(hub, wish)).url)

  equal(url.searchParams.get('login_hint'), 'ada@quay.example')
  const page = await server.inject({
    url: url.pathname + url.search,
    headers: { 'accept-language': 'en' },
  })
  match(page.body, /<html lang="fr"/)
  const other = await follow(await visitor(), (await ask(hub, { ui_locales: 'se' })).url)
  equal(other.url.searchParams.get('ui_locales'), null)
})

test('oidcc-ensure-registered-redirect-uri nobody is sent to an address that is not registered', async () => {
  const { browser } = await visitorOf(hub)
  const asked = await ask(hub, { redirect_uri: `${hub.callback}/other` })
  const { url, answer } = await follow(browser, asked.url)
  equal(url.origin, new URL(issuer).origin)
  equal(answer.status, 400)
})

test('oidcc-ensure-post-request-succeeds a request may come as a form', async () => {
  const { browser } = await visitorOf(hub)
  const asked = await ask(hub)
  const first = await browser.fetch(`${issuer}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: asked.url.searchParams.toString(),
  })
  equal(first.status, 303)
  const { url: back } = await follow(browser, first.headers.get('location') ?? '')
  equal(back.origin + back.pathname, hub.callback)
  ok((await exchange(hub, { ...asked, back })).access_token)
})

test('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported oidcc-ensure-request-object-with-redirect-uri', async () => {
  const { browser } = await visitorOf(hub)
  for (const redirect of [hub.callback, `${hub.callback}/other`]) {
    const { url } = await ask(hub)
    const object = new UnsecuredJWT({ client_id: hub.id, redirect_uri: redirect }).encode()
    url.searchParams.set('request', object)
    const { url: back } = await follow(browser, url)
    equal(back.searchParams.get('code'), null)
    equal(back.searchParams.get('error'), 'request_not_supported')
  }
})

test('OpenID Connect Core §5.5.1.1 whoever cannot prove to be who is meant, as is meant, comes back with an error', async () => {
  const { browser } = await visitorOf(hub)
  for (const [wanted, error] of [
    [{ acr: { essential: true, value: 'urn:unknown' } }, 'unmet_authentication_requirements'],
    [{ sub: { value: 'somebody else' } }, 'login_required'],
  ] as const) {
    const claims = JSON.stringify({ id_token: wanted })
    const { back } = await enter(browser, hub, { claims })
    equal(back.searchParams.get('error'), error)
  }
})

function madeOlder(userId: string, age: string): Promise<number> {
  return run(
    db,
    sql`update sessions set created_at = created_at - ${age}::interval where user_id = ${userId}`,
  )
}

/** The browser after a login in it. */
async function become(browser: Visitor, next: Visitor): Promise<void> {
  for (const cookie of next.cookies) browser.cookies.set(...cookie)
}
