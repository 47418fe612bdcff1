import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db, row } from '#server/db.ts'
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
import { backdate } from '#test/rows.ts'
import { purgeExpired } from '../../../app/purge.ts'

const [orders, invoices] = [await newProxied(), await newProxied()]

test('exactly one of 50 concurrent requests with one code gets access', async () => {
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

test('a code expires after a minute and is deleted', async () => {
  const pair = await pairOf('203.0.113.21', orders)
  const callback = await codeFor(pair, orders)
  await backdate('platform_access', {}, { codeExpiresAt: '60 seconds' })
  match((await bring(pair.there, callback)).headers.get('location') ?? '', /interrupted/)
  equal(pair.there.cookies.has('portico-entry'), false)
  await purgeExpired()
  const left = await row(db)`select id from platform_access where token_hash is null`
  equal(left, undefined)
})

test("a code of another user is useless in a victim's browser", async () => {
  const thief = await pairOf('203.0.113.22', orders)
  const { ada, ...victim } = await pairOf('203.0.113.23', orders)
  const planted = await codeFor(thief, orders)
  match((await bring(victim.there, planted)).headers.get('location') ?? '', /interrupted/)

  await codeFor(victim, orders)
  match((await bring(victim.there, planted)).headers.get('location') ?? '', /interrupted/)
  equal(victim.there.cookies.has('portico-entry'), false)
  const entry = await row(db)`select id from audit_log where actor_id = ${ada.id}`
  equal(entry, undefined)
  equal((await bring(thief.there, planted)).headers.get('location'), `${orders.origin}/`)
})

test('a login started with another browser’s state fails at the callback', async () => {
  const thief = await pairOf('203.0.113.24', orders)
  const victim = await pairOf('203.0.113.25', orders)
  const search = new URLSearchParams({ subsystem: orders.id, rd: `${orders.origin}/` })
  const answer = await thief.there.fetch(`/.portico/start?${search}`)
  const { url } = await walk(victim, orders, answer.headers.get('location') ?? '')
  equal(url.href, `${portal}/forward-auth/interrupted?subsystem=${orders.id}`)
  equal(victim.there.cookies.has('portico-entry'), false)
})

test('two tabs that log in concurrently both reach their page', async () => {
  const pair = await pairOf('203.0.113.26', orders)
  const [firstTab, secondTab] = [
    await codeFor(pair, orders, '/one'),
    await codeFor(pair, orders, '/other'),
  ]
  equal((await bring(pair.there, secondTab)).headers.get('location'), `${orders.origin}/other`)
  equal((await bring(pair.there, firstTab)).headers.get('location'), `${orders.origin}/one`)
  equal((await verify(pair.there, orders)).status, 200)
})

test('an access cookie of one platform is useless on another', async () => {
  const pair = await pairOf('203.0.113.27', orders, invoices)
  const forOrders = await codeFor(pair, orders)
  await enterProxied(pair, orders)
  equal((await verify(pair.there, invoices)).status, 401)
  const elsewhere = { ...pair, there: (await pairFor(pair.ada, '203.0.113.28')).there }
  await codeFor(elsewhere, invoices)
  const answer = await bring(elsewhere.there, forOrders)
  match(answer.headers.get('location') ?? '', /interrupted/)
  equal(elsewhere.there.cookies.has('portico-entry'), false)
})

test('an invented cookie or code opens nothing', async () => {
  const { there } = await pairOf('203.0.113.29', orders)
  for (const value of ['', 'x', 'A'.repeat(43), "' or true --", '%00']) {
    there.cookies.set('portico-entry', value)
    equal((await verify(there, orders)).status, 401, value)
    const code = encodeURIComponent(value)
    const answer = await there.fetch(`/.portico/callback?code=${code}&code=${code}`)
    equal(answer.headers.get('location'), `${portal}/forward-auth/interrupted?`, value)
  }
})

test('on https a cookie without the __Host- prefix is ignored, because a sibling host could have set it', async () => {
  const safe = await newProxied('https')
  const pair = await pairOf('203.0.113.36', safe)
  await bring(pair.there, await codeFor(pair, safe))
  equal((await verify(pair.there, safe)).status, 200)
  const { cookies } = pair.there
  for (const name of Array.from(cookies.keys())) {
    cookies.set(name.replace('__Host-', ''), cookies.get(name) ?? '')
    cookies.delete(name)
  }
  equal((await verify(pair.there, safe)).status, 401)
})

test('a platform without forward-auth answers 404', async () => {
  const { portal: browser } = await pairOf('203.0.113.33')
  await upsertSubsystem(db, {
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
