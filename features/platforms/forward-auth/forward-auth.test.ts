import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  SignJWT,
  type JSONWebKeySet,
} from 'jose'
import { generateKey, getCurrentKey, rotateKey } from '#domain/keys/signing-key.ts'
import { readDatabaseClock } from '#server/database-clock.ts'
import { db, row, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { newBrowser } from '#test/browser.ts'
import { withClockAhead } from '#test/clock.ts'
import {
  bring,
  codeFor,
  enterProxied,
  newProxied,
  pairOf,
  portal,
  verify,
  walk,
} from '#test/proxied.ts'
import { backdate } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'

const orders = await newProxied()

test('PE-06 a user who opens a page behind the proxy is redirected through the portal and back to that page', async () => {
  const pair = await pairOf('203.0.113.1', orders)
  const page = '/orders/7?filter=a%26b&x=é%C3%A9'
  const answer = await verify(pair.there, orders, { path: page })
  equal(answer.status, 401)
  const start = new URL(answer.headers.get('location') ?? '')
  equal(start.origin + start.pathname, `${orders.origin}/.portico/start`)

  const { url, callback } = await walk(pair, orders, start.href)

  equal(url.href, `${orders.origin}/orders/7?filter=a%26b&x=%C3%A9%C3%A9`)
  deepEqual([...(callback?.searchParams.keys() ?? [])], ['code'])
  const inside = await verify(pair.there, orders)
  equal(inside.status, 200)
  equal(await inside.text(), '')
})

test('a user who is not logged in is redirected to the login first, and then to the page', async () => {
  const pair = await pairOf('203.0.113.2', orders)
  const session = new Map(pair.portal.cookies)
  pair.portal.cookies.clear()
  const answer = await verify(pair.there, orders, { path: '/a?b=c' })
  const { url: login } = await walk(pair, orders, answer.headers.get('location') ?? '')
  equal(login.origin + login.pathname, `${portal}/login`)
  const back = login.searchParams.get('redirect') ?? ''
  match(back, /^\/forward-auth\/start\?/)

  for (const cookie of session) pair.portal.cookies.set(...cookie)

  equal((await walk(pair, orders, portal + back)).url.href, `${orders.origin}/a?b=c`)
})

test('P1: the platform gets a signed identity that is valid for a minute and only for that platform', async () => {
  const { ada, ...pair } = await pairOf('203.0.113.3', orders)
  await enterProxied(pair, orders)
  const token = (await verify(pair.there, orders)).headers.get('x-portico-identity') ?? ''
  const jwks = await (await newBrowser()).fetch('/forward-auth/jwks.json')
  equal(jwks.headers.get('cache-control'), 'public, max-age=60')
  const keys = createLocalJWKSet((await jwks.json()) as JSONWebKeySet)
  const expected = { issuer: portal, audience: orders.id, typ: 'entry+jwt', algorithms: ['EdDSA'] }

  deepEqual([decodeJwt(token).aud, decodeProtectedHeader(token).typ], [orders.id, 'entry+jwt'])
  const { payload } = await jwtVerify(token, keys, expected)

  const { iat = 0, exp = 0, auth_time: authTime, sid, ...claims } = payload
  equal(exp - iat, 60)
  ok(Math.abs(iat - Number(authTime)) < 60 && String(sid).length === 36)
  deepEqual(claims, {
    iss: portal,
    aud: orders.id,
    sub: ada.id,
    acr: 'https://refeds.org/profile/mfa',
    amr: ['pwd', 'otp', 'mfa'],
    email: ada.email,
    email_verified: true,
    preferred_username: ada.email,
    name: 'Ada Byron',
    given_name: 'Ada',
    family_name: 'Byron',
    locale: 'en',
    zoneinfo: 'UTC',
    partner: claims['partner'],
  })
  equal((claims['partner'] as { name: string }).name, 'Company from 203.0.113.3')
  await rejects(jwtVerify(token, keys, { ...expected, audience: 'another' }))
  const later = new Date((exp + 1) * 1000)
  await rejects(jwtVerify(token, keys, { ...expected, currentDate: later }), {
    code: 'ERR_JWT_EXPIRED',
  })
})

test('3S13: the identity is issued by the clock of the database, whatever the clock of the server says', async () => {
  await readDatabaseClock(db)
  const pair = await pairOf('203.0.113.13', orders)
  await enterProxied(pair, orders)
  for (const minutes of [-180, 180]) {
    const answer = await withClockAhead(minutes, () => verify(pair.there, orders))
    const { iat = 0 } = decodeJwt(answer.headers.get('x-portico-identity') ?? '')
    ok(Math.abs(iat - Date.now() / 1000) < 60, `${minutes} minutes`)
  }
})

test('the identity equals byte for byte the token that jose signs', async () => {
  const pair = await pairOf('203.0.113.11', orders)
  await enterProxied(pair, orders)
  const token = (await verify(pair.there, orders)).headers.get('x-portico-identity') ?? ''
  const { iat = 0, exp = 0, ...claims } = decodeJwt(token)
  const { kid, algorithm: alg, privateJwk } = await getCurrentKey(db, 'forward-auth')
  const signed = await new SignJWT(claims)
    .setProtectedHeader({ typ: 'entry+jwt', alg, kid })
    .setIssuedAt(iat)
    .setExpirationTime(exp)
    .sign(privateJwk)
  equal(token, signed)
})

test('no private key is published, and a new key is published before it signs', async () => {
  const [before] = await publishedKeys()
  deepEqual(Object.keys(before ?? {}).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  const fresh = await generateKey('forward-auth')
  await transaction(db, (tx) => rotateKey(tx, 'forward-auth', fresh))
  const pair = await pairOf('203.0.113.4', orders)
  await enterProxied(pair, orders)
  const token = (await verify(pair.there, orders)).headers.get('x-portico-identity') ?? ''
  equal(decodeProtectedHeader(token).kid, before?.kid)
  deepEqual((await publishedKeys()).map(({ kid }) => kid).sort(), [before?.kid, fresh.kid].sort())
})

test('cookies are host-only and HttpOnly, and have the __Host- prefix on https', async () => {
  const safe = await newProxied('https')
  const pair = await pairOf('203.0.113.5', orders, safe)
  const callback = await codeFor(pair, safe)
  const names = [...pair.there.cookies.keys()]
  deepEqual(names, ['__Host-portico-entry-state'])
  const answer = await bring(pair.there, callback)
  match(
    answer.headers.getSetCookie().join(),
    /^__Host-portico-entry=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const plain = await bring(pair.there, await codeFor(pair, orders))
  match(
    plain.headers.getSetCookie().join(),
    /^portico-entry=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
})

test('redirects are not cached and send no referrer', async () => {
  const pair = await pairOf('203.0.113.6', orders)
  const callback = await codeFor(pair, orders)
  const search = new URLSearchParams({ subsystem: orders.id, rd: orders.origin })
  const answers = [
    await verify(pair.there, orders),
    await pair.there.fetch(`/.portico/start?${search}`),
    await pair.portal.fetch(`/forward-auth/start?${search}`),
    await bring(pair.there, callback),
    await verify(pair.there, orders),
  ]
  for (const { headers, url } of answers) {
    equal(headers.get('cache-control'), 'no-store', url)
    equal(headers.get('referrer-policy'), 'no-referrer', url)
    equal(headers.get('strict-transport-security'), null, url)
  }
})

test('the rows of platform_access contain neither codes nor cookies', async () => {
  const pair = await pairOf('203.0.113.7', orders)
  const { callback } = await enterProxied(pair, orders)
  const stored = await row<{ text: string }>(db)`
    select string_agg(e::text, ' ') as text from platform_access e`
  const secrets = [callback?.searchParams.get('code') ?? '', ...pair.there.cookies.values()]
  equal(secrets.length, 3)
  for (const secret of secrets) {
    const bytes = Buffer.from(secret, 'base64url')
    ok(secret.length === 43 && !stored?.text.includes(secret))
    ok(!stored?.text.includes(bytes.toString('hex')))
  }
})

test('requests to a platform extend the session, but run only one statement if repeated', async () => {
  const { ada, ...pair } = await pairOf('203.0.113.8', orders)
  await enterProxied(pair, orders)
  await backdate('sessions', { userId: ada.id }, '14 minutes')
  equal((await verify(pair.there, orders)).status, 200)
  const quiet = await statementsOf(() => verify(pair.there, orders))
  equal(quiet.length, 1, quiet.join('\n'))
  await backdate('sessions', { userId: ada.id }, '14 minutes')
  equal(await pair.portal.isLoggedIn(), true)
})

test('LI-03 the idle timeout of 15 minutes ends access to the portal and the platform', async () => {
  const { ada, ...pair } = await pairOf('203.0.113.9', orders)
  await enterProxied(pair, orders)
  await backdate('sessions', { userId: ada.id }, '15 minutes 1 second')
  equal((await verify(pair.there, orders)).status, 401)
})

test('the audit log contains each access once, with address and platform', async () => {
  const { ada, ...pair } = await pairOf('203.0.113.10', orders)
  await enterProxied(pair, orders)
  await verify(pair.there, orders)
  const entries = await auditOf(ada.id)
  deepEqual(
    entries.map(({ action, ipAddress, subSystem }) => [action, ipAddress, subSystem]),
    [['platform_accessed', '203.0.113.10', orders.id]],
  )
})

async function publishedKeys(): Promise<JSONWebKeySet['keys']> {
  const answer = await (await newBrowser()).fetch('/forward-auth/jwks.json')
  return ((await answer.json()) as JSONWebKeySet).keys
}
