import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { visitor } from '#test/people.ts'
import { discover } from '#test/platform-client.ts'
import {
  buildAuthorizationRequest,
  authorize,
  exchange,
  follow,
  newPlatform,
  tokensOf,
  visitorOf,
} from '#test/platform.ts'
import { assertionOf, drawKey, exchangeSigned, signingPlatform } from '#test/signing-platform.ts'

test('private_key_jwt replaces the secret', async () => {
  const hub = await signingPlatform(await drawKey('ES256'))
  const { ada, browser } = await visitorOf(hub)

  const { claims, refresh } = await tokensOf(browser, hub)

  equal(claims.sub, ada.id)
  ok((await client.refreshTokenGrant(hub.config, refresh)).access_token)
})

test('exactly one of 20 exchanges with one client assertion succeeds, and the assertion is not accepted again', async () => {
  const key = await drawKey('EdDSA')
  const hub = await signingPlatform(key)
  const { browser } = await visitorOf(hub)
  const authorized = await Promise.all(Array.from({ length: 20 }, () => authorize(browser, hub)))
  const assertion = await assertionOf(hub, key)

  const answers = await Promise.all(
    authorized.map((authorization) => exchangeSigned(hub, authorization, assertion)),
  )

  deepEqual(answers.map(({ status }) => status).sort(), [
    200,
    ...Array.from({ length: 19 }, () => 401),
  ])
  equal((await exchangeSigned(hub, await authorize(browser, hub), assertion)).status, 401)
  equal(
    (await exchangeSigned(hub, await authorize(browser, hub), await assertionOf(hub, key))).status,
    200,
  )
})

test('an assertion of another client or audience, an expired one and one without an expiry are refused', async () => {
  const [key, otherKey] = [await drawKey('ES256'), await drawKey('ES256')]
  const hub = await signingPlatform(key)
  const other = await signingPlatform(otherKey)
  const { browser } = await visitorOf(hub)
  const now = Math.floor(Date.now() / 1000)

  for (const wrong of [
    await assertionOf(other, otherKey, { iss: hub.id, sub: hub.id }),
    await assertionOf(hub, key, { aud: 'https://evil.test' }),
    await assertionOf(hub, key, { exp: now - 120 }),
    await assertionOf(hub, key, { exp: undefined }),
    await assertionOf(hub, key, { jti: undefined }),
    await assertionOf(hub, key, { iss: other.id }),
  ]) {
    equal((await exchangeSigned(hub, await authorize(browser, hub), wrong)).status, 401)
  }
})

test('P26: an assertion of a clock that is 45 seconds ahead or behind is accepted, and only once', async () => {
  const key = await drawKey('ES256')
  const hub = await signingPlatform(key)
  const { browser } = await visitorOf(hub)
  for (const shift of [45, -45]) {
    const now = Math.floor(Date.now() / 1000) + shift
    const assertion = await assertionOf(hub, key, { iat: now, nbf: now, exp: now + 30 })
    for (const status of [200, 401]) {
      equal((await exchangeSigned(hub, await authorize(browser, hub), assertion)).status, status)
    }
  }
  const far = Math.floor(Date.now() / 1000) + 90
  const assertion = await assertionOf(hub, key, { iat: far, nbf: far, exp: far + 30 })
  equal((await exchangeSigned(hub, await authorize(browser, hub), assertion)).status, 401)
})

test('3Z13: an assertion without iat, or not signed for these five minutes, is refused', async () => {
  const key = await drawKey('ES256')
  const hub = await signingPlatform(key)
  const { browser } = await visitorOf(hub)
  const now = Math.floor(Date.now() / 1000)
  const statusOf = async (claims: Record<string, unknown>) => {
    const assertion = await assertionOf(hub, key, claims)
    return (await exchangeSigned(hub, await authorize(browser, hub), assertion)).status
  }
  equal(await statusOf({ iat: undefined }), 401)
  equal(await statusOf({ exp: now + 365 * 24 * 60 * 60 }), 401)
  equal(await statusOf({ iat: now + 120, exp: now + 180 }), 401)
  equal(await statusOf({ iat: now - 380 }), 401)
  // The clocks may differ by a minute.
  equal(await statusOf({ exp: now + 380 }), 401)
  equal(await statusOf({ exp: now + 350 }), 200)
})

test('P26: each client authentication that discovery lists works at introspection and revocation', async () => {
  const secret = 'a secret for three endpoints'
  for (const hub of [
    await newPlatform({ clientSecret: secret, auth: client.ClientSecretBasic(secret) }),
    await newPlatform({ clientSecret: secret, auth: client.ClientSecretPost(secret) }),
    await signingPlatform(await drawKey('ES256')),
    await newPlatform({ clientSecret: null }),
  ]) {
    const { browser } = await visitorOf(hub)
    const { access } = await tokensOf(browser, hub)
    equal((await client.tokenIntrospection(hub.config, access)).active, true)
    await client.tokenRevocation(hub.config, access)
    equal((await client.tokenIntrospection(hub.config, access)).active, false)
  }
})

test('a public client authenticates with PKCE only, and its refresh tokens are rotated', async () => {
  const app = await newPlatform({ clientSecret: null })
  const { ada, browser } = await visitorOf(app)

  const { claims, access, refresh } = await tokensOf(browser, app)
  equal(claims.sub, ada.id)
  const next = await client.refreshTokenGrant(app.config, refresh)
  ok(next.refresh_token !== refresh)
  await rejects(client.refreshTokenGrant(app.config, refresh), { error: 'invalid_grant' })
  ok(access)

  const authorized = await authorize(browser, app)
  await rejects(exchange(app, { ...authorized, verifier: client.randomPKCECodeVerifier() }), {
    error: 'invalid_grant',
  })
})

test('a secret may be sent in the body, and a wrong or missing one is refused', async () => {
  const secret = 'a secret in a body'
  const hub = await newPlatform({ clientSecret: secret, auth: client.ClientSecretPost(secret) })
  const { browser } = await visitorOf(hub)
  ok((await tokensOf(browser, hub)).access)

  const wrongSecret = { ...hub, config: await discover(hub.id, client.ClientSecretPost('another')) }
  await rejects(exchange(wrongSecret, await authorize(browser, hub)), { error: 'invalid_client' })
  const withoutSecret = { ...hub, config: await discover(hub.id, client.None()) }
  await rejects(exchange(withoutSecret, await authorize(browser, hub)), { error: 'invalid_client' })
})

test('PKCE is optional only for a registered exception with client authentication', async () => {
  const old = await newPlatform({ pkce: 'optional' })
  const { browser } = await visitorOf(old)
  const nonce = client.randomNonce()
  const state = client.randomState()
  const { url } = await follow(
    browser,
    withoutPkce(await buildAuthorizationRequest(old, { nonce, state })),
  )
  const tokens = await client.authorizationCodeGrant(old.config, url, {
    expectedNonce: nonce,
    expectedState: state,
  })
  ok(tokens.access_token)

  const strict = await newPlatform()
  const { url: back } = await follow(browser, withoutPkce(await buildAuthorizationRequest(strict)))
  equal(back.searchParams.get('error'), 'invalid_request')
  await rejects(newPlatform({ clientSecret: null, pkce: 'optional' }), { code: '23514' })
})

test('the PKCE method plain is refused', async () => {
  const hub = await newPlatform()
  const { url } = await follow(
    await visitor(),
    (await buildAuthorizationRequest(hub, { code_challenge_method: 'plain' })).url,
  )

  equal(url.searchParams.get('error'), 'invalid_request')
})

function withoutPkce({ url }: { url: URL }): URL {
  url.searchParams.delete('code_challenge')
  url.searchParams.delete('code_challenge_method')
  return url
}
