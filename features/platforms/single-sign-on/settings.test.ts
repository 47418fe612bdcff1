import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { db, scalar } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { theServer } from '#test/browser.ts'
import { comparisonsOf } from '#test/comparisons.ts'
import { issuer } from '#test/platform-client.ts'
import { authorize, exchange, isActive, newPlatform, tokensOf, visitorOf } from '#test/platform.ts'
import { ago, updateRows } from '#test/rows.ts'

/** Returns the seconds until the record of a token expires. */
async function secondsOf(token: string): Promise<number> {
  const seconds = await scalar<number>(db)`
    select extract(epoch from expires_at - now())::float from oidc_records
    where id = ${tokenHash(token).toString('base64url')}`
  return seconds ?? Number.NaN
}

test('S1: a code expires after a minute, an access token after five minutes, and both are then rejected', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const response = await authorize(browser, hub)
  const code = response.back.searchParams.get('code') ?? ''
  const codeSeconds = await secondsOf(code)
  ok(codeSeconds > 30 && codeSeconds <= 60, `${codeSeconds} s`)

  const { access } = await tokensOf(browser, hub)
  const accessSeconds = await secondsOf(access)
  ok(accessSeconds > 270 && accessSeconds <= 300, `${accessSeconds} s`)

  await updateRows(
    'oidc_records',
    { id: [code, access].map((each) => tokenHash(each).toString('base64url')) },
    { expiresAt: ago('1 second') },
  )
  await rejects(exchange(hub, response))
  await rejects(client.fetchUserInfo(hub.config, access, client.skipSubjectCheck))
})

test('S1: a client secret is compared in constant time, by its hash', async () => {
  const hub = await newPlatform({ auth: client.ClientSecretBasic('wrong secret') })
  const comparisons = await comparisonsOf(() =>
    rejects(client.tokenIntrospection(hub.config, 'none')),
  )
  ok(comparisons.some((side) => side.equals(tokenHash('wrong secret'))))
})

test('S1: a client authenticates with a secret or a key pair, never with a shared key', async () => {
  const server = await theServer()
  const address = '/oidc/.well-known/openid-configuration'
  const metadata = (await server.inject(address)).json<Record<string, unknown>>()
  for (const endpoint of ['token', 'introspection', 'revocation']) {
    deepEqual(metadata[`${endpoint}_endpoint_auth_signing_alg_values_supported`], [
      'RS256',
      'PS256',
      'ES256',
      'EdDSA',
    ])
  }
})

test('S1: no origin can read the responses to a platform with client authentication', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { access } = await tokensOf(browser, hub)
  const server = await theServer()
  const own = new URL(hub.callback).origin
  for (const origin of ['https://evil.test', own, 'null']) {
    for (const [method, path, headers] of [
      ['POST', 'token', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['GET', 'me', { authorization: `Bearer ${access}` }],
    ] as const) {
      const answer = await server.inject({
        method,
        url: `${issuer}/${path}`,
        headers: { ...headers, origin },
        ...(method === 'POST' && { payload: `client_id=${hub.id}&grant_type=refresh_token` }),
      })
      equal(answer.headers['access-control-allow-origin'], undefined, `${origin} at ${path}`)
      equal(answer.headers['access-control-allow-credentials'], undefined)
    }
  }
})

test('S1: the pages of the provider send no referrer', async () => {
  const server = await theServer()
  for (const url of ['/oidc/session/end', '/oidc/auth?client_id=none', '/sign-on/none']) {
    equal((await server.inject(url)).headers['referrer-policy'], 'no-referrer', url)
  }
})

test('S1: a token of a session that reached a timeout is rejected even before the session is deleted', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub)
  equal(await isActive(hub, access), true)
  await updateRows('sessions', { userId: ada.id }, { lastSeenAt: ago('16 minutes') })
  equal(await isActive(hub, access), false)
  await rejects(client.fetchUserInfo(hub.config, access, client.skipSubjectCheck))
  await rejects(client.refreshTokenGrant(hub.config, refresh))
})

test('S1: a platform cannot revoke the token of another', async () => {
  const [hub, other] = [await newPlatform(), await newPlatform()]
  const { browser } = await visitorOf(hub, other)
  const { access } = await tokensOf(browser, hub)
  await client.tokenRevocation(other.config, access).catch(() => undefined)
  equal(await isActive(hub, access), true)
  await client.tokenRevocation(hub.config, access)
  equal(await isActive(hub, access), false)
})
