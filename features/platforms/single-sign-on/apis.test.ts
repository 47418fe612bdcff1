import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { decodeProtectedHeader, importJWK, jwtVerify, type JWK } from 'jose'
import * as client from 'openid-client'
import type { AllowedApi } from '#contract/api.ts'
import {
  lockPlatformAccounts,
  setPlatformAccounts,
} from '#domain/platform-access/platform-account.ts'
import { listActiveKeys } from '#domain/keys/signing-key.ts'
import { db, transaction } from '#server/db.ts'
import { introspectedBy, newApi, type TestApi } from '#test/apis.ts'
import { issuer } from '#test/platform-client.ts'
import {
  authorize,
  buildAuthorizationRequest,
  exchange,
  follow,
  newPlatform,
  tokensOf,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { deleteRows, updateRows } from '#test/rows.ts'

const scope = 'openid orders.read'

/** Adds a platform that may use the given APIs, by default with read access only. */
function shopWith(apis: readonly TestApi[], scopes = ['orders.read']): Promise<Platform> {
  return newPlatform({ apis: apis.map(({ id }): AllowedApi => ({ id, scopes })) })
}

async function verifyToken(token: string, audience: string) {
  const { kid = '' } = decodeProtectedHeader(token)
  const key = (await listActiveKeys(db, 'oidc')).find(
    ({ privateJwk }) => (privateJwk as JWK).kid === kid,
  )
  ok(key)
  const { d: _, ...publicJwk } = key.privateJwk as JWK & { d: string }
  const { payload } = await jwtVerify(token, await importJWK(publicJwk, 'RS256'), {
    issuer,
    audience,
    typ: 'at+jwt',
  })
  return payload
}

/** Returns the error of an authorization request. */
async function errorOf(platform: Platform, extra: Record<string, string>) {
  const { browser } = await visitorOf(platform)
  const { url } = await follow(browser, (await buildAuthorizationRequest(platform, extra)).url)
  return url.searchParams.get('error')
}

test('P24: only the API of a token can introspect it, and the token is not accepted at userinfo', async () => {
  const [api, other] = [await newApi(), await newApi()]
  const shop = await shopWith([api, other])
  const { ada, browser } = await visitorOf(shop)
  const { access } = await tokensOf(browser, shop, { resource: api.id, scope })
  const answer = await introspectedBy(api, access)
  deepEqual(
    [answer.active, answer.sub, answer.client_id, answer.aud, answer.scope, answer.iss],
    [true, ada.id, shop.id, api.id, 'orders.read', issuer],
  )
  ok(answer['acr'] && answer['auth_time'])
  equal('roles' in answer || 'email' in answer || 'name' in answer, false)
  deepEqual(await introspectedBy(other, access), { active: false })
  await rejects(client.fetchUserInfo(shop.config, access, ada.id))
})

test('P24: introspection by an API reports a refresh token, a token without an API and an unknown token as inactive', async () => {
  const api = await newApi()
  const shop = await shopWith([api])
  const { browser } = await visitorOf(shop)
  const { refresh } = await tokensOf(browser, shop, { resource: api.id, scope })
  deepEqual(await introspectedBy(api, refresh), { active: false })
  const { access } = await tokensOf(browser, shop, { scope })
  deepEqual(await introspectedBy(api, access), { active: false })
  deepEqual(await introspectedBy(api, 'nothing'), { active: false })
})

test('P24: an unknown, unregistered or inactive API answers invalid_target', async () => {
  const [api, foreign, off] = [await newApi(), await newApi(), await newApi({ active: false })]
  const shop = await shopWith([api, off])
  const plain = await newPlatform()
  for (const [platform, resource] of [
    [shop, 'https://unknown.example'],
    [shop, foreign.id],
    [shop, off.id],
    [shop, `${api.id}#part`],
    [shop, 'orders'],
    [plain, api.id],
    [plain, 'urn:portico:any-api'],
  ] as const) {
    const expected = resource === 'urn:portico:any-api' ? null : 'invalid_target'
    equal(await errorOf(platform, { resource, scope }), expected, `${platform.id} ${resource}`)
  }
  const { browser } = await visitorOf(shop)
  const { refresh } = await tokensOf(browser, shop, { scope })
  for (const resource of [foreign.id, off.id, 'https://unknown.example', 'urn:portico:any-api'])
    await rejects(client.refreshTokenGrant(shop.config, refresh, { resource }), {
      error: 'invalid_target',
    })
})

test('P24: a scope of the API that the platform may not request is refused, and an unknown scope is ignored', async () => {
  const api = await newApi()
  const shop = await shopWith([api])
  const resource = api.id
  equal(await errorOf(shop, { resource, scope: 'openid orders.write' }), 'invalid_scope')
  const { browser } = await visitorOf(shop)
  const wide = { resource, scope: 'openid orders.read offline_access' }
  const { access } = await tokensOf(browser, shop, wide)
  equal((await introspectedBy(api, access)).scope, 'orders.read')
  // Without an API in the request, only scopes that the platform may request are kept.
  const { refresh } = await tokensOf(browser, shop, { scope: 'openid orders.read orders.write' })
  const next = await client.refreshTokenGrant(shop.config, refresh, { resource })
  equal((await introspectedBy(api, next.access_token)).scope, 'orders.read')
})

test('P24: the API can be named at the token endpoint only, and can differ at each refresh', async () => {
  const [apiA, apiB] = [await newApi(), await newApi()]
  const shop = await shopWith([apiA, apiB])
  const { ada, browser } = await visitorOf(shop)
  const authorized = await authorize(browser, shop, { scope })
  const { back, verifier, nonce, state } = authorized
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
  const first = await client.authorizationCodeGrant(shop.config, back, checks, {
    resource: apiA.id,
  })
  equal((await introspectedBy(apiA, first.access_token)).active, true)
  const refresh = first.refresh_token ?? ''
  const next = await client.refreshTokenGrant(shop.config, refresh, { resource: apiB.id })
  equal((await introspectedBy(apiB, next.access_token)).aud, apiB.id)
  equal((await introspectedBy(apiA, next.access_token)).active, false)
  // Without an API the token is for userinfo.
  const plain = await client.refreshTokenGrant(shop.config, refresh)
  equal((await client.fetchUserInfo(shop.config, plain.access_token, ada.id)).sub, ada.id)
})

test('P24: a public client with rotated refresh tokens can also name another API at each refresh', async () => {
  const [apiA, apiB] = [await newApi(), await newApi()]
  const apis = [apiA, apiB].map(({ id }) => ({ id, scopes: ['orders.read'] }))
  const app = await newPlatform({ clientSecret: null, apis })
  const { browser } = await visitorOf(app)
  let { refresh } = await tokensOf(browser, app, { scope })
  for (const api of [apiA, apiB, apiA]) {
    const next = await client.refreshTokenGrant(app.config, refresh, { resource: api.id })
    equal((await introspectedBy(api, next.access_token)).active, true)
    refresh = next.refresh_token ?? ''
  }
})

test('P24: if a login requests several APIs, each token is for one of them and for no other API', async () => {
  const [apiA, apiB, apiC] = [await newApi(), await newApi(), await newApi()]
  const shop = await shopWith([apiA, apiB, apiC])
  const { browser } = await visitorOf(shop)
  const request = await buildAuthorizationRequest(shop, { scope, resource: apiA.id })
  request.url.searchParams.append('resource', apiB.id)
  const { url: back } = await follow(browser, request.url)
  const { verifier, nonce, state } = request
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
  const tokens = await client.authorizationCodeGrant(shop.config, back, checks, {
    resource: apiB.id,
  })
  equal((await introspectedBy(apiB, tokens.access_token)).active, true)
  const refresh = tokens.refresh_token ?? ''
  for (const extra of [{}, { resource: apiC.id }])
    await rejects(client.refreshTokenGrant(shop.config, refresh, extra), {
      error: 'invalid_target',
    })
  const next = await client.refreshTokenGrant(shop.config, refresh, { resource: apiA.id })
  equal((await introspectedBy(apiA, next.access_token)).active, true)
})

test('P24: RFC 9068: an API with JWTs verifies them locally; they expire in five minutes and contain no name or address', async () => {
  const api = await newApi({ format: 'jwt' })
  const shop = await shopWith([api])
  const { ada, browser } = await visitorOf(shop)
  const wide = { resource: api.id, scope: `${scope} profile email` }
  const { access, refresh } = await tokensOf(browser, shop, wide)
  const next = await client.refreshTokenGrant(shop.config, refresh)
  for (const token of [access, next.access_token]) {
    const claims = await verifyToken(token, api.id)
    deepEqual(Object.keys(claims).toSorted(), [
      'acr',
      'aud',
      'auth_time',
      'client_id',
      'exp',
      'iat',
      'iss',
      'jti',
      'scope',
      'sub',
    ])
    deepEqual([claims.sub, claims['client_id'], claims['scope']], [ada.id, shop.id, 'orders.read'])
    equal((claims.exp ?? 0) - (claims.iat ?? 0), 300)
  }
  await rejects(client.fetchUserInfo(shop.config, access, ada.id))
  await rejects(introspectedBy(api, access), { error: 'unsupported_token_type' })
})

test('P24: tokens for an API contain the granted roles, and introspection returns the current ones', async () => {
  const roles = ['payer', 'viewer'].map((id) => ({ id, names: { en: id }, byCompany: false }))
  const [api, jwts] = [await newApi(), await newApi({ format: 'jwt' })]
  const apis = [api, jwts].map(({ id }) => ({ id, scopes: ['orders.read'] }))
  const shop = await newPlatform({ apis, roles, extraScopes: ['roles'] })
  const { ada, browser } = await visitorOf(shop)
  const giveRoles = (roleIds: string[]) =>
    transaction(db, async (tx) => {
      const accounts = await lockPlatformAccounts(tx, ada.id)
      const change = { wanted: [{ id: shop.id, roles: roleIds }], reason: 'test' }
      if (accounts) await setPlatformAccounts(tx, { kind: 'system' }, accounts, change)
    })
  await giveRoles(['payer'])
  const { refresh } = await tokensOf(browser, shop, { scope: `${scope} roles` })
  const jwt = await client.refreshTokenGrant(shop.config, refresh, { resource: jwts.id })
  deepEqual((await verifyToken(jwt.access_token, jwts.id))['roles'], ['payer'])
  const { access_token: access } = await client.refreshTokenGrant(shop.config, refresh, {
    resource: api.id,
  })
  deepEqual((await introspectedBy(api, access))['roles'], ['payer'])
  await giveRoles(['viewer'])
  deepEqual((await introspectedBy(api, access))['roles'], ['viewer'])
})

test('P24: a client credentials token cannot be for an API', async () => {
  const api = await newApi()
  const shop = await newPlatform({
    mayInvite: true,
    apis: [{ id: api.id, scopes: ['orders.read'] }],
  })
  const granted = await client.clientCredentialsGrant(shop.config, { scope: 'invitations' })
  ok(granted.access_token)
  await rejects(client.clientCredentialsGrant(shop.config, { resource: api.id, scope }), {
    error: 'invalid_target',
  })
})

test('P24: an API gets no token, and introspection requires its secret', async () => {
  const api = await newApi()
  await rejects(client.clientCredentialsGrant(api.config, { scope: 'invitations' }))
  await rejects(client.refreshTokenGrant(api.config, 'nothing'))
  const unauthenticated = {
    ...api,
    config: new client.Configuration(api.config.serverMetadata(), api.clientId),
  }
  await rejects(introspectedBy(unauthenticated, 'nothing'))
  await updateRows('apis', { id: api.id }, { active: false })
  await rejects(introspectedBy(api, 'nothing'), { status: 401 })
})

test('P24: removing access from an API, platform, user or session deactivates the token immediately', async () => {
  const api = await newApi()
  const shop = await shopWith([api])
  const { ada, browser } = await visitorOf(shop)
  const { access, refresh } = await tokensOf(browser, shop, { resource: api.id, scope })
  const isActive = async () => (await introspectedBy(api, access)).active
  const assertInactive = async (without: () => Promise<unknown>, again: () => Promise<unknown>) => {
    equal(await isActive(), true)
    await without()
    equal(await isActive(), false)
    await again()
  }
  await assertInactive(
    () => updateRows('subsystems', { id: shop.id }, { active: false }),
    () => updateRows('subsystems', { id: shop.id }, { active: true }),
  )
  await assertInactive(
    () => updateRows('subsystem_accounts', { userId: ada.id }, { active: false }),
    () => updateRows('subsystem_accounts', { userId: ada.id }, { active: true }),
  )
  await assertInactive(
    () => updateRows('apis', { id: api.id }, { scopes: '{orders.write}' }),
    () => updateRows('apis', { id: api.id }, { scopes: '{orders.read}' }),
  )
  await updateRows('subsystems', { id: shop.id }, { apis: '[]' })
  equal(await isActive(), false)
  await rejects(client.refreshTokenGrant(shop.config, refresh), { error: 'invalid_target' })
  const listed = JSON.stringify([{ id: api.id, scopes: ['orders.read'] }])
  await updateRows('subsystems', { id: shop.id }, { apis: listed })
  await assertInactive(
    () => deleteRows('sessions', { userId: ada.id }),
    async () => undefined,
  )
})

test("P24: a pushed request can name an API, and a token below the platform's current class is inactive", async () => {
  const api = await newApi()
  const shop = await shopWith([api])
  const { browser } = await visitorOf(shop)
  const request = await buildAuthorizationRequest(shop, { scope, resource: api.id })
  const pushed = await client.buildAuthorizationUrlWithPAR(shop.config, request.url.searchParams)
  const { url: back } = await follow(browser, pushed)
  const { access_token: access } = await exchange(shop, { ...request, back })
  equal((await introspectedBy(api, access)).active, true)
  await updateRows('subsystems', { id: shop.id }, { requiredAcr: 'phr' })
  equal((await introspectedBy(api, access)).active, false)
})
