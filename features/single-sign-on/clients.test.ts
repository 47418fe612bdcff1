import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as client from 'openid-client'
import { visitor } from '#test/people.ts'
import { discover, issuer, platformFetch } from '#test/platform-client.ts'
import {
  ask,
  enter,
  exchange,
  follow,
  newPlatform,
  tokensOf,
  visitorOf,
  type Entered,
  type Platform,
} from '#test/platform.ts'

const bearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

test('a platform that signs what it asks needs no secret', async () => {
  const hub = await signingPlatform('ES256')
  const { ada, browser } = await visitorOf(hub)

  const { claims, refresh } = await tokensOf(browser, hub)

  equal(claims.sub, ada.id)
  ok((await client.refreshTokenGrant(hub.config, refresh)).access_token)
})

test('of 20 exchanges with one signed assertion one is right, and it is not taken again', async () => {
  const hub = await signingPlatform('EdDSA')
  const { browser } = await visitorOf(hub)
  const entered = await Promise.all(Array.from({ length: 20 }, () => enter(browser, hub)))
  const assertion = await hub.assertion()

  const tries = await Promise.all(entered.map((one) => post(hub, one, assertion)))

  deepEqual(tries.map(({ status }) => status).sort(), [
    200,
    ...Array.from({ length: 19 }, () => 401),
  ])
  equal((await post(hub, await enter(browser, hub), assertion)).status, 401)
  equal((await post(hub, await enter(browser, hub), await hub.assertion())).status, 200)
})

test('an assertion of somebody else, for somebody else, too old, or without an end is refused', async () => {
  const hub = await signingPlatform('ES256')
  const other = await signingPlatform('ES256')
  const { browser } = await visitorOf(hub)
  const now = Math.floor(Date.now() / 1000)

  for (const wrong of [
    await other.assertion({ iss: hub.id, sub: hub.id }),
    await hub.assertion({ aud: 'https://evil.test' }),
    await hub.assertion({ exp: now - 120 }),
    await hub.assertion({ exp: undefined }),
    await hub.assertion({ jti: undefined }),
    await hub.assertion({ iss: other.id }),
  ]) {
    equal((await post(hub, await enter(browser, hub), wrong)).status, 401)
  }
})

test('a platform that can keep no secret enters with PKCE alone', async () => {
  const app = await newPlatform({ clientSecret: null })
  const { ada, browser } = await visitorOf(app)

  const { claims, access, refresh } = await tokensOf(browser, app)
  equal(claims.sub, ada.id)
  const next = await client.refreshTokenGrant(app.config, refresh)
  ok(next.refresh_token !== refresh)
  await rejects(client.refreshTokenGrant(app.config, refresh), { error: 'invalid_grant' })
  ok(access)

  const entered = await enter(browser, app)
  await rejects(exchange(app, { ...entered, verifier: client.randomPKCECodeVerifier() }), {
    error: 'invalid_grant',
  })
})

test('a platform with a secret may send it in the body, and with a wrong one gets nothing', async () => {
  const secret = 'a secret in a body'
  const hub = await newPlatform({ clientSecret: secret, auth: client.ClientSecretPost(secret) })
  const { browser } = await visitorOf(hub)
  ok((await tokensOf(browser, hub)).access)

  const liar = { ...hub, config: await discover(hub.id, client.ClientSecretPost('another')) }
  await rejects(exchange(liar, await enter(browser, hub)), { error: 'invalid_client' })
  const silent = { ...hub, config: await discover(hub.id, client.None()) }
  await rejects(exchange(silent, await enter(browser, hub)), { error: 'invalid_client' })
})

test('PKCE may be left out only by a platform that is registered so and proves itself', async () => {
  const old = await newPlatform({ pkce: 'optional' })
  const { browser } = await visitorOf(old)
  const nonce = client.randomNonce()
  const state = client.randomState()
  const { url } = await follow(browser, without(await ask(old, { nonce, state })))
  const tokens = await client.authorizationCodeGrant(old.config, url, {
    expectedNonce: nonce,
    expectedState: state,
  })
  ok(tokens.access_token)

  const strict = await newPlatform()
  const { url: back } = await follow(browser, without(await ask(strict)))
  equal(back.searchParams.get('error'), 'invalid_request')
  await rejects(newPlatform({ clientSecret: null, pkce: 'optional' }), { code: '23514' })
})

test('PKCE in plain text is refused', async () => {
  const hub = await newPlatform()
  const { url } = await follow(
    await visitor(),
    (await ask(hub, { code_challenge_method: 'plain' })).url,
  )

  equal(url.searchParams.get('error'), 'invalid_request')
})

type Signing = Platform & {
  assertion: (claims?: Record<string, unknown>) => Promise<string>
}

async function signingPlatform(alg: 'ES256' | 'EdDSA'): Promise<Signing> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const kid = randomUUID()
  const platform = await newPlatform({
    clientSecret: null,
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: alg, use: 'sig' }] },
    auth: client.PrivateKeyJwt({ key: privateKey, kid }),
  })
  const assertion = (claims: Record<string, unknown> = {}) => {
    const now = Math.floor(Date.now() / 1000)
    const about = { iss: platform.id, sub: platform.id, aud: issuer, exp: now + 60 }
    const signed = new SignJWT({ ...about, jti: randomUUID(), iat: now, ...claims })
    return signed.setProtectedHeader({ alg, kid }).sign(privateKey)
  }
  return { ...platform, assertion }
}

/** An exchange as a platform without a library would write it. */
function post(hub: Platform, { back, verifier }: Entered, assertion: string): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: hub.callback,
    code_verifier: verifier,
    client_id: hub.id,
    client_assertion_type: bearer,
    client_assertion: assertion,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return platformFetch(`${issuer}/token`, { method: 'POST', headers, body, redirect: 'manual' })
}

function without({ url }: { url: URL }): URL {
  url.searchParams.delete('code_challenge')
  url.searchParams.delete('code_challenge_method')
  return url
}
