import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalJWKSet, jwtVerify, UnsecuredJWT, type JSONWebKeySet } from 'jose'
import * as client from 'openid-client'
import { db, run, sql } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import { logIn, visitor, type Visitor } from '#test/people.ts'
import {
  ask,
  enter,
  exchange,
  follow,
  isActive,
  issuer,
  newPlatform,
  platformFetch,
  tokensOf,
  visitorOf,
} from '#test/platform.ts'

// Each test does what the module of that name does in the OpenID Foundation's conformance suite, in its plans
// oidcc-basic-certification-test-plan and oidcc-config-certification-test-plan; docs/security.md says which do not apply.

const hub = await newPlatform()

test('oidcc-server a code becomes tokens, and the ID token says who issued it, for whom, about whom and when', async () => {
  const { ada, browser } = await visitorOf(hub)
  const entered = await enter(browser, hub)
  equal(entered.back.searchParams.get('state'), entered.state)
  equal(entered.back.searchParams.get('iss'), issuer)

  const tokens = await exchange(hub, entered)

  equal(tokens.token_type, 'bearer')
  ok((tokens.expires_in ?? 0) <= 300)
  const keys = createLocalJWKSet((await json('/oidc/jwks')) as unknown as JSONWebKeySet)
  const { payload, protectedHeader } = await jwtVerify(tokens.id_token ?? '', keys)
  equal(protectedHeader.alg, 'RS256')
  ok(protectedHeader.kid)
  deepEqual([payload.iss, payload.aud, payload.sub], [issuer, hub.id, ada.id])
  equal(payload['nonce'], entered.nonce)
  const now = Date.now() / 1000
  ok((payload.iat ?? 0) <= now + 1 && (payload.exp ?? 0) > now)
  equal((await client.fetchUserInfo(hub.config, tokens.access_token, ada.id)).sub, ada.id)
})

test('oidcc-response-type-missing a request that does not say what it wants is refused', async () => {
  const { browser } = await visitorOf(hub)
  const { url } = await ask(hub)
  url.searchParams.delete('response_type')

  const { url: back } = await follow(browser, url)

  equal(back.searchParams.get('error'), 'invalid_request')
  equal(back.searchParams.get('code'), null)
})

test('oidcc-userinfo-get oidcc-userinfo-post-header oidcc-userinfo-post-body claims are read in each of three ways', async () => {
  const { ada, browser } = await visitorOf(hub)
  const { access } = await tokensOf(browser, hub)
  const bearer = { authorization: `Bearer ${access}` }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  for (const [method, headers, body] of [
    ['GET', bearer, undefined],
    ['POST', bearer, undefined],
    ['POST', form, new URLSearchParams({ access_token: access })],
  ] as const) {
    const answer = await platformFetch(`${issuer}/me`, {
      method,
      headers,
      body,
      redirect: 'manual',
    })
    equal(answer.status, 200)
    equal(((await answer.json()) as { sub: string }).sub, ada.id)
  }
  const nobody = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const
  notEqual((await platformFetch(`${issuer}/me`, nobody)).status, 200)
})

test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
  const { browser } = await visitorOf(hub)
  const { url, verifier, state } = await ask(hub)
  url.searchParams.delete('nonce')
  const { url: back } = await follow(browser, url)

  const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
  const tokens = await client.authorizationCodeGrant(hub.config, back, checks)

  equal(tokens.claims()?.nonce, undefined)
})

test('oidcc-scope-profile oidcc-scope-email oidcc-scope-all a scope brings its claims, where claims are asked for', async () => {
  const { ada, browser } = await visitorOf(hub)
  const profile = ['family_name', 'given_name', 'locale', 'name', 'partner', 'zoneinfo']

  for (const [scope, claims] of [
    ['openid', []],
    ['openid profile', profile],
    ['openid email', ['email']],
    ['openid profile email', ['email', ...profile]],
    ['openid profile email address phone offline_access', ['email', ...profile]],
  ] as const) {
    // A grant is kept: a browser of its own for each, as the suite does.
    const fresh = await logIn(ada)
    const tokens = await exchange(hub, await enter(fresh, hub, { scope }))
    const info = await client.fetchUserInfo(hub.config, tokens.access_token, ada.id)
    deepEqual(Object.keys(info).sort(), [...claims, 'sub'].sort(), scope)
    for (const claim of claims) equal(tokens.claims()?.[claim], undefined)
  }
  ok(browser)
})

test('oidcc-ensure-other-scope-order-succeeds', async () => {
  const { ada, browser } = await visitorOf(hub)
  const entered = await enter(browser, hub, { scope: 'email profile openid' })
  equal((await exchange(hub, entered)).claims()?.sub, ada.id)
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

test('oidcc-codereuse oidcc-codereuse-30seconds a code that comes twice is refused, and what came of it is dead', async () => {
  const { browser } = await visitorOf(hub)
  for (const age of ['0 seconds', '30 seconds']) {
    const entered = await enter(browser, hub)
    const { access_token: access } = await exchange(hub, entered)
    await run(
      db,
      sql`
      update oidc_records set expires_at = expires_at - ${age}::interval,
             consumed_at = consumed_at - ${age}::interval where model = 'AuthorizationCode'`,
    )
    await rejects(exchange(hub, entered), { error: 'invalid_grant' })
    equal(await isActive(hub, access), false)
  }
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

test('oidcc-server-client-secret-post', async () => {
  const secret = 'sent in the body'
  const other = await newPlatform({ clientSecret: secret, auth: client.ClientSecretPost(secret) })
  const { ada, browser } = await visitorOf(other)
  equal((await tokensOf(browser, other)).claims.sub, ada.id)
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

test('oidcc-claims-essential a claim that is asked for by name is given', async () => {
  const { ada, browser } = await visitorOf(hub)
  const claims = JSON.stringify({ userinfo: { name: { essential: true } } })
  const tokens = await exchange(hub, await enter(browser, hub, { scope: 'openid', claims }))
  const info = await client.fetchUserInfo(hub.config, tokens.access_token, ada.id)
  deepEqual(Object.keys(info).sort(), ['name', 'sub'])
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

test('oidcc-refresh-token a refresh gives tokens of the same person and login, and the old one is over', async () => {
  const { browser } = await visitorOf(hub)
  const { refresh, claims } = await tokensOf(browser, hub)
  const next = await client.refreshTokenGrant(hub.config, refresh)
  const after = next.claims()
  deepEqual([after?.iss, after?.sub, after?.aud], [claims.iss, claims.sub, claims.aud])
  equal(after?.auth_time, claims.auth_time)
  notEqual(next.refresh_token, refresh)
  ok(await isActive(hub, next.access_token))
})

test('oidcc-ensure-request-with-valid-pkce-succeeds only the one who asked can use the code', async () => {
  const { browser } = await visitorOf(hub)
  ok((await exchange(hub, await enter(browser, hub))).access_token)
  const entered = await enter(browser, hub)
  const verifier = client.randomPKCECodeVerifier()
  await rejects(exchange(hub, { ...entered, verifier }), { error: 'invalid_grant' })
})

test('oidcc-discovery-endpoint-verification what is published is true and complete', async () => {
  const about = await json('/oidc/.well-known/openid-configuration')
  equal(about['issuer'], issuer)
  for (const name of [
    'authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
    'jwks_uri',
    'introspection_endpoint',
    'revocation_endpoint',
    'end_session_endpoint',
    'pushed_authorization_request_endpoint',
  ]) {
    ok(String(about[name]).startsWith(`${issuer}/`), name)
  }
  const has = (name: string, ...values: string[]) =>
    ok(
      values.every((value) => (about[name] as string[]).includes(value)),
      name,
    )
  has('response_types_supported', 'code')
  has('grant_types_supported', 'authorization_code', 'refresh_token')
  has('subject_types_supported', 'public')
  has('id_token_signing_alg_values_supported', 'RS256')
  has('scopes_supported', 'openid', 'profile', 'email', 'offline_access')
  has('claims_supported', 'sub', 'auth_time', 'acr', 'amr', 'sid', 'name', 'email', 'partner')
  has('token_endpoint_auth_methods_supported', 'client_secret_basic', 'client_secret_post')
  has('token_endpoint_auth_methods_supported', 'private_key_jwt', 'none')
  has('code_challenge_methods_supported', 'S256')
  has('ui_locales_supported', 'en', 'ar', 'fr', 'es', 'zh')
  deepEqual(
    [about['claims_parameter_supported'], about['request_uri_parameter_supported']],
    [true, false],
  )
  const { keys } = (await json('/oidc/jwks')) as { keys: { kty: string; d?: string }[] }
  ok(keys.length > 0 && keys.every(({ kty, d }) => kty === 'RSA' && d === undefined))
})

async function json(url: string): Promise<Record<string, unknown>> {
  const answer = await (await theServer()).inject({ url })
  equal(answer.statusCode, 200)
  match(String(answer.headers['content-type']), /^application\/(json|jwk-set\+json)/)
  return answer.json()
}

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
