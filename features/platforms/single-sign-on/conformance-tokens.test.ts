import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import * as client from 'openid-client'
import { theServer } from '#test/browser.ts'
import { logIn } from '#test/people.ts'
import { issuer, platformFetch } from '#test/platform-client.ts'
import {
  buildAuthorizationRequest,
  authorize,
  exchange,
  follow,
  isActive,
  newPlatform,
  tokensOf,
  visitorOf,
} from '#test/platform.ts'
import { backdate, updateRows } from '#test/rows.ts'

const hub = await newPlatform()

test('oidcc-server a code is exchanged for tokens, and the ID token has iss, aud, sub and times', async () => {
  const { ada, browser } = await visitorOf(hub)
  const authorized = await authorize(browser, hub)
  equal(authorized.back.searchParams.get('state'), authorized.state)
  equal(authorized.back.searchParams.get('iss'), issuer)

  const tokens = await exchange(hub, authorized)

  equal(tokens.token_type, 'bearer')
  ok((tokens.expires_in ?? 0) <= 300)
  const keys = createLocalJWKSet((await json('/oidc/jwks')) as unknown as JSONWebKeySet)
  const { payload, protectedHeader } = await jwtVerify(tokens.id_token ?? '', keys)
  equal(protectedHeader.alg, 'RS256')
  ok(protectedHeader.kid)
  deepEqual([payload.iss, payload.aud, payload.sub], [issuer, hub.id, ada.id])
  equal(payload['nonce'], authorized.nonce)
  const now = Date.now() / 1000
  ok((payload.iat ?? 0) <= now + 1 && (payload.exp ?? 0) > now)
  equal((await client.fetchUserInfo(hub.config, tokens.access_token, ada.id)).sub, ada.id)
})

test('oidcc-userinfo-get oidcc-userinfo-post-header oidcc-userinfo-post-body userinfo accepts a token in three ways', async () => {
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
  const withoutToken = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const
  notEqual((await platformFetch(`${issuer}/me`, withoutToken)).status, 200)
})

test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow a request without a nonce succeeds', async () => {
  const { browser } = await visitorOf(hub)
  const { url, verifier, state } = await buildAuthorizationRequest(hub)
  url.searchParams.delete('nonce')
  const { url: back } = await follow(browser, url)

  const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
  const tokens = await client.authorizationCodeGrant(hub.config, back, checks)

  equal(tokens.claims()?.nonce, undefined)
})

test('oidcc-scope-profile oidcc-scope-email oidcc-scope-phone oidcc-scope-all P1: each scope returns its claims', async () => {
  const callers = await newPlatform({ extraScopes: ['phone'] })
  const { ada } = await visitorOf(callers)
  await updateRows('users', { id: ada.id }, { phone: '+44 20 7946 0000' })
  const profile = ['family_name', 'given_name', 'locale', 'name', 'partner', 'preferred_username']
  profile.push('updated_at', 'zoneinfo')
  const email = ['email', 'email_verified']
  const phone = ['phone_number', 'phone_number_verified']

  for (const [scope, claims] of [
    ['openid', []],
    ['openid profile', profile],
    ['openid email', email],
    ['openid phone', phone],
    ['openid profile email address phone offline_access', [...profile, ...email, ...phone]],
  ] as const) {
    // Grants are stored, so each scope gets its own browser, as in the suite.
    const fresh = await logIn(ada)
    const tokens = await exchange(callers, await authorize(fresh, callers, { scope }))
    const info = await client.fetchUserInfo(callers.config, tokens.access_token, ada.id)
    deepEqual(Object.keys(info).sort(), [...claims, 'sub'].sort(), scope)
    for (const claim of claims) deepEqual(tokens.claims()?.[claim], info[claim], claim)
  }
})

test('oidcc-ensure-other-scope-order-succeeds scopes are accepted in any order', async () => {
  const { ada, browser } = await visitorOf(hub)
  const authorized = await authorize(browser, hub, { scope: 'email profile openid' })
  equal((await exchange(hub, authorized)).claims()?.sub, ada.id)
})

test('oidcc-codereuse oidcc-codereuse-30seconds a code used twice is refused, and its tokens are revoked', async () => {
  const { browser } = await visitorOf(hub)
  for (const age of ['0 seconds', '30 seconds']) {
    const authorized = await authorize(browser, hub)
    const { access_token: access } = await exchange(hub, authorized)
    await backdate(
      'oidc_records',
      { model: 'AuthorizationCode' },
      { expiresAt: age, consumedAt: age },
    )
    await rejects(exchange(hub, authorized), { error: 'invalid_grant' })
    equal(await isActive(hub, access), false)
  }
})

test('oidcc-server-client-secret-post the client can send its secret in the body', async () => {
  const secret = 'sent in the body'
  const other = await newPlatform({ clientSecret: secret, auth: client.ClientSecretPost(secret) })
  const { ada, browser } = await visitorOf(other)
  equal((await tokensOf(browser, other)).claims.sub, ada.id)
})

test('oidcc-claims-essential a claim requested by name is returned', async () => {
  const { ada, browser } = await visitorOf(hub)
  const claims = JSON.stringify({ userinfo: { name: { essential: true } } })
  const tokens = await exchange(hub, await authorize(browser, hub, { scope: 'openid', claims }))
  const info = await client.fetchUserInfo(hub.config, tokens.access_token, ada.id)
  deepEqual(Object.keys(info).sort(), ['name', 'sub'])
})

test('oidcc-refresh-token a refresh returns tokens of the same user and login, and a client with a secret keeps its refresh token', async () => {
  const { browser } = await visitorOf(hub)
  const { refresh, claims } = await tokensOf(browser, hub)
  const next = await client.refreshTokenGrant(hub.config, refresh)
  const after = next.claims()
  deepEqual([after?.iss, after?.sub, after?.aud], [claims.iss, claims.sub, claims.aud])
  equal(after?.auth_time, claims.auth_time)
  equal(next.refresh_token, refresh)
  ok(await isActive(hub, next.access_token))
})

test('oidcc-ensure-request-with-valid-pkce-succeeds only the client with the code verifier can use the code', async () => {
  const { browser } = await visitorOf(hub)
  ok((await exchange(hub, await authorize(browser, hub))).access_token)
  const authorized = await authorize(browser, hub)
  const verifier = client.randomPKCECodeVerifier()
  await rejects(exchange(hub, { ...authorized, verifier }), { error: 'invalid_grant' })
})

test('oidcc-discovery-endpoint-verification the discovery document is correct and complete', async () => {
  const metadata = await json('/oidc/.well-known/openid-configuration')
  equal(metadata['issuer'], issuer)
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
    ok(String(metadata[name]).startsWith(`${issuer}/`), name)
  }
  const has = (name: string, ...values: string[]) =>
    ok(
      values.every((value) => (metadata[name] as string[]).includes(value)),
      name,
    )
  has('response_types_supported', 'code')
  has('grant_types_supported', 'authorization_code', 'refresh_token')
  has('subject_types_supported', 'public')
  has('id_token_signing_alg_values_supported', 'RS256')
  has('scopes_supported', 'openid', 'profile', 'email', 'phone')
  has('claims_supported', 'sub', 'auth_time', 'acr', 'amr', 'sid', 'name', 'email', 'partner')
  has('token_endpoint_auth_methods_supported', 'client_secret_basic', 'client_secret_post')
  has('token_endpoint_auth_methods_supported', 'private_key_jwt', 'none')
  has('code_challenge_methods_supported', 'S256')
  has('ui_locales_supported', 'en', 'ar', 'fr', 'es', 'zh')
  deepEqual(
    [metadata['claims_parameter_supported'], metadata['request_uri_parameter_supported']],
    [true, false],
  )
  const { keys } = (await json('/oidc/jwks')) as { keys: { kty: string; d?: string }[] }
  ok(keys.length > 0 && keys.every(({ kty, d }) => kty === 'RSA' && d === undefined))
})

test('P26: discovery lists the prompt values and the methods of revocation and introspection, but not offline_access', async () => {
  const metadata = await json('/oidc/.well-known/openid-configuration')
  const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']
  const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']
  for (const endpoint of ['token', 'revocation', 'introspection']) {
    deepEqual(metadata[`${endpoint}_endpoint_auth_methods_supported`], methods, endpoint)
    deepEqual(
      metadata[`${endpoint}_endpoint_auth_signing_alg_values_supported`],
      algorithms,
      endpoint,
    )
  }
  deepEqual(metadata['prompt_values_supported'], ['none', 'login', 'select_account', 'consent'])
  equal((metadata['scopes_supported'] as string[]).includes('offline_access'), false)
})

async function json(url: string): Promise<Record<string, unknown>> {
  const answer = await (await theServer()).inject({ url })
  equal(answer.statusCode, 200)
  match(String(answer.headers['content-type']), /^application\/(json|jwk-set\+json)/)
  return answer.json()
}
