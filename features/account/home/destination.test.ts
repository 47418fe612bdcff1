// own process: expects no platforms but those of this file
import { deepEqual, equal, ok } from 'node:assert/strict'
import { mock, test } from 'node:test'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { theServer } from '#test/browser.ts'
import { visitor } from '#test/people.ts'
import { findDestination, findPlatformName } from './contract.ts'

await add('hub', 'https://hub.example')
await add('board', 'http://127.0.0.1:8081')

test('RT-29 RT-30 a URL of a registered platform resolves to that platform, logged in or not', async () => {
  deepEqual(await platformAt('https://hub.example/orders?id=1#top'), {
    id: 'hub',
    name: 'Platform hub',
    url: 'https://hub.example/orders?id=1#top',
  })
  equal((await platformAt('http://127.0.0.1:8081'))?.url, 'http://127.0.0.1:8081/')
  equal((await platformAt('HTTPS://HUB.example:443/a'))?.url, 'https://hub.example/a')
})

test('RT-30 a platform is recognized as soon as it is registered', async () => {
  equal(await platformAt('https://new.example/'), null)
  await add('new', 'https://new.example')
  equal((await platformAt('https://new.example/'))?.id, 'new')
})

test('RT-29 the URL of a deactivated platform is rejected', async () => {
  await add('gone', 'https://gone.example')
  equal((await platformAt('https://gone.example/'))?.id, 'gone')
  await add('gone', 'https://gone.example', false)
  equal(await platformAt('https://gone.example/'), null)
})

test('RT-29 a crafted URL resolves to no platform', async () => {
  for (const trick of [
    '//evil.test',
    '//hub.example',
    String.raw`\\hub.example`,
    String.raw`/\evil.test`,
    String.raw`https:\\evil.test`,
    'https://hub.example@evil.test/',
    'https://hub.example:pass@evil.test/',
    'https://user@hub.example/',
    'https://user:pass@hub.example/',
    'https://@evil.test/https://hub.example',
    'https%3A%2F%2Fhub.example',
    'https://hub.example%2eevil.test',
    'https://hub.example%40evil.test',
    'https://hub.example.evil.test/',
    'https://evil.test/hub.example',
    'https://evil.test#https://hub.example',
    'https://evil.test?https://hub.example',
    'https://hub.example:8443/',
    'https://hub.example:80/',
    'http://hub.example/',
    'http://127.0.0.1:8082/',
    'http://127.0.0.1/',
    'https://www.hub.example/',
    'https://ahub.example/',
    'https://hub.example./',
    'https://hub。evil.test/',
    'https://hub.exаmple/',
    'javascript:alert(1)',
    'javascript://hub.example/%0aalert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://hub.example/1',
    'ftp://hub.example/',
    '/main/profile',
    ' ',
    `https://hub.example/${'a'.repeat(2048)}`,
  ]) {
    equal(await platformAt(trick), null, trick)
  }
})

test('RT-29 a URL that a browser reads as the platform’s origin is returned in normalized form', async () => {
  for (const [url, normalized] of [
    ['https://hub。example/', 'https://hub.example/'],
    [String.raw`https:\\hub.example\@evil.test`, 'https://hub.example/@evil.test'],
    ['\thttps://hub.example/a\n', 'https://hub.example/a'],
    ['https:hub.example', 'https://hub.example/'],
    ['https://hub%2Eexample/', 'https://hub.example/'],
  ] as const) {
    equal((await platformAt(url))?.url, normalized, url)
  }
})

test('M17: RT-29 a rejected redirect target is logged with its host only', async () => {
  const warn = mock.method(logger, 'warn')
  const logged = async (path: string) => {
    warn.mock.resetCalls()
    await (await theServer()).inject(path)
    return warn.mock.calls.map(({ arguments: [line] }) => {
      const { name, host, requestId } = line as unknown as Record<string, string>
      ok(requestId)
      return [name, host]
    })
  }
  const evil = encodeURIComponent('https://evil.test/path?secret=1')
  deepEqual(await logged(`/login?redirect=${evil}`), [['redirect', 'evil.test']])
  deepEqual(await logged('/login?redirect=//evil.test/x'), [['redirect', 'evil.test']])
  deepEqual(await logged('/login?redirect=javascript:alert(1)'), [['redirect', '']])
  deepEqual(await logged(`/admin/login?redirectURL=${evil}`), [['redirectURL', 'evil.test']])
  deepEqual(await logged(`/api/users/destination?url=${evil}`), [['redirect_url', 'evil.test']])
  deepEqual(await logged('/login?redirect=/main/security%23password'), [])
  warn.mock.restore()
})

test("M2: RT-17 a platform id resolves to the platform's name for every caller; any other text resolves to null", async () => {
  await add('closed', 'https://closed.example', false)
  equal(await platformNameOf('board'), 'Platform board')
  equal(await platformNameOf('closed'), 'Platform closed')
  for (const id of ['unknown', '<b>', 'x'.repeat(2000)]) equal(await platformNameOf(id), null)
})

async function platformNameOf(id: string) {
  return (await (await visitor()).call(findPlatformName, { query: { id } })).name
}

async function platformAt(url: string) {
  const { platform } = await (await visitor()).call(findDestination, { query: { url } })
  return platform
}

function add(id: string, url: string, active = true): Promise<void> {
  return upsertSubsystem(db, {
    id,
    name: `Platform ${id}`,
    url,
    active,
    clientSecret: 'a secret',
    redirectUris: [`${url}/callback`],
    postLogoutUris: [],
    backchannelLogoutUri: null,
  })
}
