import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, isActive, newPlatform, tokensOf, visitorOf } from '#test/platform.ts'
import { bring, codeFor, newProxied, pairOf, verify } from '#test/proxied.ts'
import { startServer } from '#test/servers.ts'

const settings = { SERVE: 'users,sso' }
const urls = [await startServer(settings), await startServer(settings)].map(({ url }) => url)
const hub = await newPlatform({ clientSecret: 'a secret of the hub' })
const app = await newPlatform({ clientSecret: null })

type Answer = { status: number; body: Record<string, string> }

/** Sends a request the given number of times concurrently, alternating between two servers. */
function askBoth(times: number, grant: Record<string, string>): Promise<Answer[]> {
  const requests = Array.from({ length: times }, async (_, at) => {
    const answer = await ask(at, grant)
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  })
  return Promise.all(requests)
}

/** Sends a token request; a public client has its id in the body instead of the header. */
function ask(at: number, grant: Record<string, string>, signal?: AbortSignal): Promise<Response> {
  const basic = Buffer.from(`${hub.id}:a+secret+of+the+hub`).toString('base64')
  return fetch(`${urls[at % 2]}/oidc/token`, {
    method: 'POST',
    ...(!grant['client_id'] && { headers: { authorization: `Basic ${basic}` } }),
    body: new URLSearchParams(grant),
    ...(signal && { signal }),
  })
}

function refusalsOf(answers: readonly Answer[]): string[] {
  const refusals = answers.filter(({ status }) => status !== 200)
  return [...new Set(refusals.map(({ status, body }) => `${status} ${body['error']}`))]
}

test('exactly one of 100 concurrent exchanges of one code at two servers gets tokens, and those are revoked', async () => {
  const { browser } = await visitorOf(hub)
  const { back, verifier } = await authorize(browser, hub)
  const answers = await askBoth(100, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: hub.callback,
    code_verifier: verifier,
  })

  const [accepted, ...others] = answers.filter(({ status }) => status === 200)
  equal(others.length, 0)
  deepEqual(refusalsOf(answers), ['400 invalid_grant'])
  equal(await isActive(hub, accepted?.body['access_token'] ?? ''), false)
  equal(await isActive(hub, accepted?.body['refresh_token'] ?? ''), false)
})

test('P21: exactly one of 100 concurrent refreshes of a public client at two servers gets tokens, and those are revoked', async () => {
  const { browser } = await visitorOf(app)
  const { access, refresh } = await tokensOf(browser, app)
  const grant = { client_id: app.id, grant_type: 'refresh_token', refresh_token: refresh }
  const answers = await askBoth(100, grant)

  const [accepted, ...others] = answers.filter(({ status }) => status === 200)
  equal(others.length, 0)
  deepEqual(refusalsOf(answers), ['400 invalid_grant'])
  const { access_token: next = '', refresh_token: rotated = '' } = accepted?.body ?? {}
  for (const token of [access, next, rotated]) equal(await isActive(app, token), false)
  const after = await askBoth(2, { ...grant, refresh_token: rotated })
  deepEqual(refusalsOf(after), ['400 invalid_grant'])
  equal(
    after.some(({ status }) => status === 200),
    false,
  )
})

test('P21: a hundred refreshes of one grant by a client with a secret, 20 concurrently at two servers with lost responses, keep it valid', async () => {
  const { browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub)
  const grant = { grant_type: 'refresh_token', refresh_token: refresh }
  for (let round = 0; round < 5; round += 1) {
    const requests = Array.from({ length: 20 }, async (_, at) => {
      // Every fourth connection is cut before or during the response.
      if (at % 4 === 0)
        return void (await ask(at, grant, AbortSignal.timeout(at * 2)).catch(() => undefined))
      const answer = await ask(at, grant)
      equal(answer.status, 200)
      await answer.body?.cancel()
    })
    await Promise.all(requests)
  }

  equal(await isActive(hub, access), true)
  const [last] = await askBoth(1, grant)
  equal(last?.status, 200)
  equal(last?.body['refresh_token'], refresh)
  equal(await isActive(hub, last?.body['access_token'] ?? ''), true)
  equal(await browser.isLoggedIn(), true)
})

test('exactly one of 50 concurrent requests with one forward-auth code at two servers gets access', async () => {
  const orders = await newProxied()
  const pair = await pairOf('203.0.113.90', orders)
  const { pathname, search } = await codeFor(pair, orders)
  const cookie = [...pair.there.cookies].map((each) => each.join('=')).join('; ')
  const requests = Array.from({ length: 50 }, (_, at) =>
    fetch(urls[at % 2] + pathname + search, { redirect: 'manual', headers: { cookie } }),
  )
  const answers = await Promise.all(requests)

  const [opened, ...others] = answers.flatMap(({ headers }) => headers.getSetCookie())
  equal(others.length, 0)
  const [pairOfCookie = ''] = opened?.split(';') ?? []
  pair.there.cookies.set('portico-entry', pairOfCookie.replace('portico-entry=', ''))
  equal((await verify(pair.there, orders)).status, 200)
  equal((await bring(pair.there, new URL(orders.origin + pathname + search))).status, 303)
})
