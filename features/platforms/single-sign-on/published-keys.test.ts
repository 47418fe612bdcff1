import { deepEqual, equal } from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Browser } from '#test/browser.ts'
import { issuer } from '#test/platform-client.ts'
import { authorize, tokensOf, visitorOf, type Platform } from '#test/platform.ts'
import { publish, type Published } from '#test/published.ts'
import {
  assertionOf,
  drawKey,
  exchangeSigned,
  signingPlatform,
  type SigningKey,
} from '#test/signing-platform.ts'

const year = { 'cache-control': 'public, max-age=31536000' }

test('RT-29 keys from jwks_uri are accepted, and 20 concurrent exchanges fetch them once', async () => {
  const { hub, key, site } = await addPublishingPlatform()
  const { ada, browser } = await visitorOf(hub)
  const authorized = await Promise.all(Array.from({ length: 20 }, () => authorize(browser, hub)))

  const answers = await Promise.all(
    authorized.map(async (authorization) =>
      exchangeSigned(hub, authorization, await assertionOf(hub, key)),
    ),
  )

  deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  deepEqual(site.asked, ['/keys'])
  equal((await tokensOf(browser, hub)).claims.sub, ada.id)
})

test('a new key is accepted within a minute, and a withdrawn one is then rejected', async (t) => {
  const { hub, key, site } = await addPublishingPlatform()
  const { browser } = await visitorOf(hub)
  const statusWith = async (signingKey: SigningKey) =>
    (await exchange(browser, hub, signingKey)).status
  equal(await statusWith(key), 200)

  const next = await drawKey('EdDSA')
  site.pages['/keys'] = keysOf(next)
  equal(await statusWith(next), 401)
  equal(site.asked.length, 1)
  passMinute(t)
  equal(await statusWith(key), 401)
  equal(await statusWith(next), 200)
  equal(site.asked.length, 2)
})

test('while the keys cannot be fetched the platform is refused, and it is accepted again afterwards', async (t) => {
  const { hub, key, site } = await addPublishingPlatform()
  const { browser } = await visitorOf(hub)
  const good = keysOf(key)
  const much = JSON.stringify({ keys: [key.publicJwk], more: 'x'.repeat(70_000) })
  const faults: Record<string, Published> = {
    gone: [404, ''],
    broken: [500, ''],
    moved: [302, '', { location: '/elsewhere' }],
    page: [200, '<html>'],
    empty: [200, '{"keys":[]}'],
    much: [200, much],
    slow: 'silence',
  }
  site.pages['/elsewhere'] = good
  for (const [name, fault] of Object.entries(faults)) {
    site.pages['/keys'] = fault
    const answer = await exchange(browser, hub, key)
    equal(answer.status, 401, name)
    equal(((await answer.json()) as { error: string }).error, 'invalid_client', name)
    passMinute(t)
  }
  equal(site.asked.includes('/elsewhere'), false)

  site.pages['/keys'] = good
  equal((await exchange(browser, hub, key)).status, 200)
})

test('S14: an RSA key with less than 2,048 bits is rejected, even if published after the registration', async (t) => {
  const { hub, site } = await addPublishingPlatform()
  const { browser } = await visitorOf(hub)
  for (const [modulusLength, status] of [
    [2_048, 200],
    [2_040, 401],
  ] as const) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength })
    const header = { alg: 'RS256', kid: String(modulusLength) }
    const jwk = { ...publicKey.export({ format: 'jwk' }), ...header, use: 'sig' }
    site.pages['/keys'] = [200, JSON.stringify({ keys: [jwk] }), year]
    passMinute(t)
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: hub.id,
      sub: hub.id,
      aud: issuer,
      iat: now,
      exp: now + 60,
      jti: header.kid,
    }
    const parts = [header, claims].map((part) => encode(JSON.stringify(part)))
    const signature = sign('sha256', Buffer.from(parts.join('.')), privateKey)
    const assertion = [...parts, encode(signature)].join('.')
    equal((await exchangeSigned(hub, await authorize(browser, hub), assertion)).status, status)
  }
})

const encode = (part: string | Buffer) => Buffer.from(part).toString('base64url')

async function addPublishingPlatform() {
  const key = await drawKey('ES256')
  const site = await publish({ '/keys': keysOf(key) })
  const hub = await signingPlatform(key, { jwksUri: `${site.url}/keys` })
  return { key, site, hub }
}

/** Returns the response of the keys' address, with a Cache-Control of one year. */
function keysOf({ publicJwk }: SigningKey): Published {
  return [200, JSON.stringify({ keys: [publicJwk] }), year]
}

async function exchange(browser: Browser, hub: Platform, key: SigningKey): Promise<Response> {
  return exchangeSigned(hub, await authorize(browser, hub), await assertionOf(hub, key))
}

function passMinute({ mock }: TestContext): void {
  const now = Date.now() + 61_000
  mock.timers.reset()
  mock.timers.enable({ apis: ['Date'], now })
}
