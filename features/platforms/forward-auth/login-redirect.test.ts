import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { newBrowser } from '#test/browser.ts'
import { newProxied, portal, verify } from '#test/proxied.ts'

const orders = await newProxied()
const there = await newBrowser()

type Case = { headers: Record<string, string>; path?: string }

async function wayOf({ headers, path }: Case): Promise<string | null> {
  const about = path === undefined ? { headers } : { headers, path }
  const plain = await verify(there, orders, about)
  equal(plain.status, 401)
  const way = plain.headers.get('location')
  const passed = await verify(there, orders, { ...about, query: '&redirect=true' })
  deepEqual([passed.status, passed.headers.get('location')], [way === null ? 401 : 303, way])
  return way
}

test('a page view is redirected to the portal through the platform’s own host', async () => {
  const start = `${orders.origin}/.portico/start?subsystem=${orders.id}&rd=`
  equal(
    await wayOf({ headers: {}, path: '/a?b=c&d' }),
    `${start}${encodeURIComponent(`${orders.origin}/a?b=c&d`)}`,
  )
  equal((await wayOf({ headers: { 'x-forwarded-method': 'HEAD' } }))?.startsWith(start), true)
  for (const path of ['', 'a', '@evil.test/', `/${'x'.repeat(5000)}`]) {
    equal(await wayOf({ headers: {}, path }), `${start}${encodeURIComponent(`${orders.origin}/`)}`)
  }
})

test('scripts, images and sockets get 401 without a redirect', async () => {
  const calls: Record<string, Record<string, string>> = {
    'a script': { 'sec-fetch-mode': 'cors' },
    'a script on the same page': { 'sec-fetch-mode': 'same-origin' },
    'an image': { 'sec-fetch-mode': 'no-cors' },
    'a socket': { 'sec-fetch-mode': 'websocket' },
    'a proxy that does not say the method': { 'x-forwarded-method': '' },
  }
  for (const [name, headers] of Object.entries(calls)) equal(await wayOf({ headers }), null, name)
})

test('a client without Fetch Metadata is redirected only if it accepts HTML', async () => {
  equal((await mute({ accept: 'application/json' })).headers.get('location'), null)
  equal((await mute({ accept: '*/*' })).headers.get('location'), null)
  match((await mute({ accept: 'text/html' })).headers.get('location') ?? '', /\/\.portico\/start\?/)
  const socket = { accept: 'text/html', upgrade: 'websocket' }
  equal((await mute(socket)).headers.get('location'), null)
})

test('a form is redirected to a page that says it was not sent', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const way = await wayOf({ headers: { 'x-forwarded-method': method }, path: '/pay' })
    equal(way, `${portal}/forward-auth/not-sent?subsystem=${orders.id}`)
    equal(
      await wayOf({ headers: { 'x-forwarded-method': method, 'sec-fetch-mode': 'cors' } }),
      null,
    )
  }
  const answer = await there.fetch(`/forward-auth/not-sent?subsystem=${orders.id}`, {
    headers: { 'accept-language': 'fr' },
  })
  equal(answer.status, 200)
  const text = await answer.text()
  match(text, /<html lang="fr" dir="ltr">/)
  match(text, /Votre saisie n’a pas été envoyée/)
  match(text, new RegExp(`href="${orders.origin}/" target="_blank"`))
})

test('a proxy that protects /.portico causes no redirect loop', async () => {
  for (const path of [
    '/.portico/start?rd=x',
    '/.portico/callback?code=x',
    '/.portico',
    '/%2Eportico/start',
  ]) {
    equal(await wayOf({ headers: {}, path }), null, path)
  }
})

test('the error page names a registered platform and ignores an unknown one', async () => {
  match(await page(`subsystem=${orders.id}`), /Open Platform behind proxy \d/)
  const madeUp = await page(`subsystem=${encodeURIComponent('"><script>')}`)
  match(madeUp, /This link does not work/)
  equal(madeUp.includes('<script'), false)
})

function mute(headers: Record<string, string>): Promise<Response> {
  return there.fetch(`/forward-auth/verify?subsystem=${orders.id}`, {
    headers: { 'x-forwarded-method': 'GET', 'x-forwarded-uri': '/', ...headers },
  })
}

async function page(search: string): Promise<string> {
  const answer = await there.fetch(`/forward-auth/interrupted?${search}`)
  equal(answer.status, 400)
  match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  return answer.text()
}
