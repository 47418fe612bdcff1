import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { addSubsystem } from '#domain/subsystem.ts'
import { db, row, run, sql } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import {
  bring,
  codeFor,
  enterProxied,
  newProxied,
  pairFor,
  pairOf,
  portal,
  verify,
  walk,
} from '#test/proxied.ts'
import { tidy } from '../../app/tidy.ts'

const [orders, invoices] = [await newProxied(), await newProxied()]

test('of 50 who bring one code at the same moment exactly one is let in', async () => {
  const pair = await pairOf('203.0.113.20', orders)
  const callback = await codeFor(pair, orders)
  const answers = await Promise.all(Array.from({ length: 50 }, () => bring(pair.there, callback)))
  const opened = answers.filter(({ headers }) => headers.getSetCookie().length > 0)
  equal(opened.length, 1)
  const others = answers.filter((answer) => answer !== opened[0])
  for (const { status, headers } of others) {
    equal(status, 303)
    equal(headers.get('location'), `${portal}/forward-auth/interrupted?subsystem=${orders.id}`)
  }
})

test('a code is good for a minute, and forgotten after it', async () => {
  const pair = await pairOf('203.0.113.21', orders)
  const callback = await codeFor(pair, orders)
  await run(
    db,
    sql`update platform_entries set code_expires_at = code_expires_at - interval '60 seconds'`,
  )
  match((await bring(pair.there, callback)).headers.get('location') ?? '', /interrupted/)
  equal(pair.there.cookies.has('portico-entry'), false)
  await tidy()
  const left = await row(db, sql`select id from platform_entries where token_hash is null`)
  equal(left, undefined)
})

test('a code that was made for somebody else and planted in a browser opens nothing there', async () => {
  const thief = await pairOf('203.0.113.22', orders)
  const { ada, ...victim } = await pairOf('203.0.113.23', orders)
  const planted = await codeFor(thief, orders)
  match((await bring(victim.there, planted)).headers.get('location') ?? '', /interrupted/)

  await codeFor(victim, orders)
  match((await bring(victim.there, planted)).headers.get('location') ?? '', /interrupted/)
  equal(victim.there.cookies.has('portico-entry'), false)
  const entered = await row(db, sql`select id from audit_log where actor_id = ${ada.id}`)
  equal(entered, undefined)
  equal((await bring(thief.there, planted)).headers.get('location'), `${orders.origin}/`)
})

test('a way begun with somebody else’s state ends at the callback', async () => {
  const thief = await pairOf('203.0.113.24', orders)
  const victim = await pairOf('203.0.113.25', orders)
  const search = new URLSearchParams({ subsystem: orders.id, rd: `${orders.origin}/` })
  const begun = await thief.there.fetch(`/.portico/start?${search}`)
  const { url } = await walk(victim, orders, begun.headers.get('location') ?? '')
  equal(url.href, `${portal}/forward-auth/interrupted?subsystem=${orders.id}`)
  equal(victim.there.cookies.has('portico-entry'), false)
})

test('two tabs that are on their way at once both arrive', async () => {
  const pair = await pairOf('203.0.113.26', orders)
  const [one, other] = [await codeFor(pair, orders, '/one'), await codeFor(pair, orders, '/other')]
  equal((await bring(pair.there, other)).headers.get('location'), `${orders.origin}/other`)
  equal((await bring(pair.there, one)).headers.get('location'), `${orders.origin}/one`)
  equal((await verify(pair.there, orders)).status, 200)
})

test('being on one platform is nothing on another', async () => {
  const pair = await pairOf('203.0.113.27', orders, invoices)
  const forOrders = await codeFor(pair, orders)
  await enterProxied(pair, orders)
  equal((await verify(pair.there, invoices)).status, 401)
  const elsewhere = { ...pair, there: (await pairFor(pair.ada, '203.0.113.28')).there }
  await codeFor(elsewhere, invoices)
  const brought = await bring(elsewhere.there, forOrders)
  match(brought.headers.get('location') ?? '', /interrupted/)
  equal(elsewhere.there.cookies.has('portico-entry'), false)
})

test('a made-up cookie or code is nobody', async () => {
  const { there } = await pairOf('203.0.113.29', orders)
  for (const value of ['', 'x', 'A'.repeat(43), "' or true --", '%00']) {
    there.cookies.set('portico-entry', value)
    equal((await verify(there, orders)).status, 401, value)
    const code = encodeURIComponent(value)
    const answer = await there.fetch(`/.portico/callback?code=${code}&code=${code}`)
    equal(answer.headers.get('location'), `${portal}/forward-auth/interrupted?`, value)
  }
})

test('RT-29 nobody is sent anywhere but to the platform’s own origin', async () => {
  const pair = await pairOf('203.0.113.30', orders, invoices)
  const { host } = new URL(orders.origin)
  for (const trick of [
    '',
    '/',
    '//evil.test/',
    String.raw`\\${host}`,
    'https://evil.test/',
    `http://${host}@evil.test/`,
    `http://user@${host}/`,
    `http://user:pass@${host}/`,
    `http://${host}:81/`,
    `https://${host}/`,
    `http://sub.${host}/`,
    `http://${host}.evil.test/`,
    `http://${host}%2eevil.test/`,
    `http://${host}。evil.test/`,
    `http://evil.test/#http://${host}/`,
    `http://evil.test\\@${host}/`.replace('\\', '\\\\'),
    'javascript:alert(1)',
    `javascript://${host}/%0aalert(1)`,
    `data:text/html,http://${host}/`,
    `blob:http://${host}/`,
    encodeURIComponent(`http://${host}/`),
    invoices.origin,
    `${orders.origin}/.portico/start`,
    `${orders.origin}/%2eportico/callback`,
    `${orders.origin}/x/../.Portico/start`,
    `${orders.origin}/${'x'.repeat(4096)}`,
  ]) {
    const state = 'A'.repeat(43)
    const search = new URLSearchParams({ subsystem: orders.id, rd: trick, state })
    const answer = await pair.portal.fetch(`/forward-auth/start?${search}`)
    deepEqual([answer.status, answer.headers.get('location')], [400, null], trick)
  }
})

test('RT-29 what a browser reads as the platform’s own address leads there, as it reads it', async () => {
  const pair = await pairOf('203.0.113.31', orders)
  const { host } = new URL(orders.origin)
  for (const [asked, wanted] of [
    [`HTTP://${host.toUpperCase()}:80/a`, '/a'],
    [`http://${host.replace('.', '。')}/a`, '/a'],
    [`http:/${host}/a`, '/a'],
    [`http://${host}//evil.test/`, '//evil.test/'],
    [`http://${host}/a?next=https://evil.test`, '/a?next=https://evil.test'],
    [`http://${host}\n/a\t`, '/a'],
  ] as const) {
    const search = new URLSearchParams({ subsystem: orders.id, rd: asked })
    const { url } = await walk(pair, orders, `${portal}/forward-auth/start?${search}`)
    equal(url.href, orders.origin + wanted, asked)
  }
})

test('no link is made from what a call says of its host', async () => {
  const { inject } = await server()
  const forged = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'ftp',
    'x-forwarded-port': '666',
    'x-forwarded-prefix': '//evil.test',
    'x-original-url': 'https://evil.test/',
    'x-rewrite-url': 'https://evil.test/',
    forwarded: 'host=evil.test;proto=ftp',
    'x-forwarded-method': 'GET',
    'sec-fetch-mode': 'navigate',
  }
  for (const path of [
    '@evil.test/',
    '//evil.test/',
    'https://evil.test/',
    String.raw`/\evil.test`,
  ]) {
    const headers = { ...forged, 'x-forwarded-uri': path }
    const search = new URLSearchParams({ subsystem: orders.id, rd: `${orders.origin}/a` })
    for (const url of [
      `/forward-auth/verify?subsystem=${orders.id}`,
      `/forward-auth/start?${search}`,
      `/.portico/start?${search}`,
      '/.portico/callback?code=x',
    ]) {
      const { location = '' } = (await inject({ url, headers })).headers
      const { origin } = new URL(location, portal)
      equal([portal, orders.origin].includes(origin), true, `${url} leads to ${location}`)
    }
  }
})

test('PE-06 the address counts as a proxy tells it only where that proxy is trusted', async () => {
  const { ada, ...pair } = await pairOf('10.1.2.3', orders)
  await run(
    db,
    sql`
    insert into ip_allow_rules (id, partner_id, cidr)
    select gen_random_uuid(), partner_id, '10.0.0.0/8' from users where id = ${ada.id}`,
  )
  await enterProxied(pair, orders)
  equal((await verify(pair.there, orders)).status, 200)
  const { inject } = await server()
  const [cookie] = [...pair.there.cookies].filter(([name]) => name === 'portico-entry')
  const direct = await inject({
    url: `/forward-auth/verify?subsystem=${orders.id}`,
    headers: { cookie: cookie?.join('=') ?? '', 'x-forwarded-for': '10.1.2.3' },
    remoteAddress: '203.0.113.66',
  })
  notEqual(direct.statusCode, 200)
})

test('a platform that is not registered for it is not there', async () => {
  const { portal: browser } = await pairOf('203.0.113.33')
  await addSubsystem(db, {
    id: 'client-only',
    name: 'An OpenID client',
    url: 'http://client.example/',
    clientSecret: null,
    redirectUris: ['http://client.example/callback'],
    postLogoutUris: [],
    backchannelLogoutUri: null,
  })
  for (const id of ['', 'unknown', 'client-only']) {
    equal((await browser.fetch(`/forward-auth/verify?subsystem=${id}`)).status, 404, id)
    const search = new URLSearchParams({ subsystem: id, rd: 'http://client.example/' })
    equal((await browser.fetch(`/forward-auth/start?${search}`)).status, 400, id)
    const started = await browser.fetch(`/.portico/start?${search}`)
    equal(started.headers.get('location'), `${portal}/forward-auth/interrupted?`, id)
  }
})

async function server() {
  const made = await theServer()
  return { inject: made.inject.bind(made) }
}
