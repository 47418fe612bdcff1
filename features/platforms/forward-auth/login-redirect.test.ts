import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { newBrowser } from '#test/browser.ts'
import { newProxied, portal, verify } from '#test/proxied.ts'
import { messages } from './texts/messages.ts'

const orders = await newProxied()
const there = await newBrowser()

type Case = { headers: Record<string, string>; path?: string }

async function redirectOf({ headers, path }: Case): Promise<string | null> {
  const request = path === undefined ? { headers } : { headers, path }
  const plain = await verify(there, orders, request)
  equal(plain.status, 401)
  const location = plain.headers.get('location')
  const redirected = await verify(there, orders, { ...request, query: '&redirect=true' })
  deepEqual(
    [redirected.status, redirected.headers.get('location')],
    [location === null ? 401 : 303, location],
  )
  return location
}

test('a page view is redirected to the portal through the platform’s own host', async () => {
  const start = `${orders.origin}/.portico/start?subsystem=${orders.id}&rd=`
  equal(
    await redirectOf({ headers: {}, path: '/a?b=c&d' }),
    `${start}${encodeURIComponent(`${orders.origin}/a?b=c&d`)}`,
  )
  equal((await redirectOf({ headers: { 'x-forwarded-method': 'HEAD' } }))?.startsWith(start), true)
  for (const path of ['', 'a', '@evil.test/', `/${'x'.repeat(5000)}`]) {
    equal(
      await redirectOf({ headers: {}, path }),
      `${start}${encodeURIComponent(`${orders.origin}/`)}`,
    )
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
  for (const [name, headers] of Object.entries(calls))
    equal(await redirectOf({ headers }), null, name)
})

test('a client without Fetch Metadata is redirected only if it accepts HTML', async () => {
  equal((await verifyWithoutMetadata({ accept: 'application/json' })).headers.get('location'), null)
  equal((await verifyWithoutMetadata({ accept: '*/*' })).headers.get('location'), null)
  match(
    (await verifyWithoutMetadata({ accept: 'text/html' })).headers.get('location') ?? '',
    /\/\.portico\/start\?/,
  )
  const socket = { accept: 'text/html', upgrade: 'websocket' }
  equal((await verifyWithoutMetadata(socket)).headers.get('location'), null)
})

test('a form is redirected to a page that says it was not sent', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const location = await redirectOf({ headers: { 'x-forwarded-method': method }, path: '/pay' })
    equal(location, `${portal}/forward-auth/not-sent?subsystem=${orders.id}`)
    equal(
      await redirectOf({ headers: { 'x-forwarded-method': method, 'sec-fetch-mode': 'cors' } }),
      null,
    )
  }
  const answer = await there.fetch(`/forward-auth/not-sent?subsystem=${orders.id}`, {
    headers: { 'accept-language': 'fr' },
  })
  equal(answer.status, 200)
  const text = await answer.text()
  match(text, /<html lang="fr" dir="ltr">/)
  match(text, new RegExp(messages.fr.notSentTitle))
  match(text, new RegExp(`href="${orders.origin}/" target="_blank"`))
})

test('a proxy that protects /.portico causes no redirect loop', async () => {
  for (const path of [
    '/.portico/start?rd=x',
    '/.portico/callback?code=x',
    '/.portico',
    '/%2Eportico/start',
  ]) {
    equal(await redirectOf({ headers: {}, path }), null, path)
  }
})

test('the error page names a registered platform and ignores an unknown one', async () => {
  match(await page(`subsystem=${orders.id}`), /Open Platform behind proxy \d/)
  const unknownPage = await page(`subsystem=${encodeURIComponent('"><script>')}`)
  match(unknownPage, /This link doesn’t work/)
  equal(unknownPage.includes('<script'), false)
})

function verifyWithoutMetadata(headers: Record<string, string>): Promise<Response> {
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
