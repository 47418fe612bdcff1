import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { db, scalar } from '#server/db.ts'
import { addAdmin, logIn, logInAdmin, type TestUser, type Visitor } from '#test/people.ts'
import {
  authorize,
  buildAuthorizationRequest,
  follow,
  isActive,
  newPlatform,
  receiveLogoutTokens,
  tokensOf,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { enterProxied, newProxied, pairOf, verify, walk } from '#test/proxied.ts'
import { startServer } from '#test/servers.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'
import { setPlatforms } from './contract.ts'

// An admin changes access at this server; platforms and browsers call another server in its own process.
const other = await startServer({ SERVE: 'users,sso' })
const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
const secret = 'a secret of the platform'
const basicOf = ({ id }: Platform) =>
  `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString('base64')}`
const newHub = (logoutUri?: string) =>
  newPlatform({ clientSecret: secret, backchannelLogoutUri: logoutUri ?? null })

function set({ id }: TestUser, subsystems: { id: string; active?: boolean }[]) {
  const body = { subsystems, reason: 'Tested' }
  return support.call(setPlatforms, { params: { id }, headers: {}, body })
}

/** Fails after five seconds instead of one, so that a busy machine does not fail the test. */
function assertPrompt(t: TestContext, since: number): void {
  const tookMs = Date.now() - since
  t.diagnostic(`all refused after ${tookMs} ms`)
  ok(tookMs < 5_000, `it took ${tookMs} ms`)
}

async function post(path: string, platform: Platform, form: Record<string, string>) {
  const headers = { authorization: basicOf(platform) }
  const body = new URLSearchParams(form)
  const answer = await fetch(other.url + path, { method: 'POST', headers, body })
  return (await answer.json()) as Record<string, unknown>
}

async function isActiveThere(platform: Platform, token: string): Promise<unknown> {
  return (await post('/oidc/token/introspection', platform, { token }))['active']
}

async function userinfoThere(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${other.url}/oidc/me`, { headers })).status
}

async function authorizeThere(browser: Visitor, platform: Platform): Promise<string> {
  const { url } = await buildAuthorizationRequest(platform, { prompt: 'none' })
  const cookie = [...browser.cookies].map((each) => each.join('=')).join('; ')
  const address = other.url + url.pathname + url.search
  const answer = await fetch(address, { headers: { cookie }, redirect: 'manual' })
  const { searchParams } = new URL(answer.headers.get('location') ?? '')
  return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : '')
}

for (const [name, platformsAfter] of [
  ['taken', () => []],
  ['deactivated', (hub: Platform) => [{ id: hub.id, active: false }]],
] as const) {
  test(`M1: access that is ${name} ends introspection, userinfo, refresh and authorization at another server within a second`, async (t) => {
    const hub = await newHub()
    const { ada, browser } = await visitorOf(hub)
    const { access, refresh } = await tokensOf(browser, hub)
    deepEqual([await isActiveThere(hub, access), await userinfoThere(access)], [true, 200])
    equal(await authorizeThere(browser, hub), 'code')

    await set(ada, platformsAfter(hub))
    const since = Date.now()
    deepEqual([await isActiveThere(hub, access), await isActiveThere(hub, refresh)], [false, false])
    equal(await userinfoThere(access), 401)
    const refreshed = { grant_type: 'refresh_token', refresh_token: refresh }
    equal((await post('/oidc/token', hub, refreshed))['error'], 'invalid_grant')
    equal(await authorizeThere(browser, hub), 'access_denied')
    assertPrompt(t, since)

    equal(await browser.isLoggedIn(), true)
    const { url } = await follow(browser, (await buildAuthorizationRequest(hub)).url)
    deepEqual(Object.fromEntries(url.searchParams), {
      forbidden_subsystem: hub.id,
      error_type: name === 'taken' ? 'no_access' : 'deactivated',
    })

    // When access is granted again, a request succeeds without a login, but old tokens stay invalid.
    await set(ada, [{ id: hub.id, active: true }])
    equal(await authorizeThere(browser, hub), 'code')
    const again = await tokensOf(browser, hub)
    equal(await isActiveThere(hub, again.access), true)
    equal(await isActiveThere(hub, access), false)
    await rejects(client.refreshTokenGrant(hub.config, refresh), { error: 'invalid_grant' })
    ok((await client.refreshTokenGrant(hub.config, again.refresh)).access_token)
  })

  test(`M1: access that is ${name} blocks a platform behind a proxy at another server, in every session`, async (t) => {
    const orders = await newProxied()
    const { ada, ...pair } = await pairOf('203.0.113.91', orders)
    await enterProxied(pair, orders)
    const there = () => {
      const cookie = [...pair.there.cookies].map((each) => each.join('=')).join('; ')
      const headers = { cookie, 'x-forwarded-method': 'GET', 'x-forwarded-uri': '/' }
      return fetch(`${other.url}/forward-auth/verify?subsystem=${orders.id}`, { headers })
    }
    equal((await there()).status, 200)

    await set(ada, platformsAfter(orders as unknown as Platform))
    const since = Date.now()
    equal((await there()).status, 401)
    assertPrompt(t, since)
    const answer = await verify(pair.there, orders)
    const { url } = await walk(pair, orders, answer.headers.get('location') ?? '')
    equal(url.searchParams.get('error_type'), name === 'taken' ? 'no_access' : 'deactivated')

    await set(ada, [{ id: orders.id, active: true }])
    equal((await there()).status, 401, 'the old token stays invalid')
    await enterProxied(pair, orders, '/again')
    equal((await there()).status, 200)
  })
}

test('M1: a platform gets one logout token for each of the user’s sessions there, and other platforms get none', async () => {
  const worker = await startWorker()
  const [hubReceiver, boardReceiver] = [await receiveLogoutTokens(), await receiveLogoutTokens()]
  const [hub, board] = [await newHub(hubReceiver.url), await newHub(boardReceiver.url)]
  const { ada, browser } = await visitorOf(hub, board)
  const phone = await logIn(ada)
  const first = await tokensOf(browser, hub)
  const second = await tokensOf(phone, hub)
  const elsewhere = await tokensOf(browser, board)

  await set(ada, [{ id: board.id }])
  await until(() => hubReceiver.notices.length === 2)
  const sids = hubReceiver.notices.map((text) => {
    const { sub, sid } = decodeJwt(new URLSearchParams(text).get('logout_token') ?? '')
    equal(sub, ada.id)
    return sid
  })
  deepEqual(new Set(sids), new Set([first.claims['sid'], second.claims['sid']]))
  equal(boardReceiver.notices.length, 0)
  equal(await isActive(board, elsewhere.access), true)
  deepEqual([await browser.isLoggedIn(), await phone.isLoggedIn()], [true, true])

  // After the platform is opened again in the same session, another end of access is notified again.
  await set(ada, [{ id: board.id }, { id: hub.id }])
  const { claims } = await tokensOf(browser, hub)
  await set(ada, [])
  await until(() => hubReceiver.notices.length === 3 && boardReceiver.notices.length === 1)
  match(hubReceiver.notices[2] ?? '', /logout_token=/)
  const { sid } = decodeJwt(new URLSearchParams(hubReceiver.notices[2]).get('logout_token') ?? '')
  equal(sid, claims['sid'])
  await worker.stop()
})

test('M1: code exchanges concurrent with a revocation of access leave no valid tokens', async () => {
  const hub = await newHub()
  const { ada, browser } = await visitorOf(hub)
  const codes = []
  for (let count = 0; count < 8; count += 1) codes.push(await authorize(browser, hub))
  const exchanging = codes.map(({ back, verifier }) =>
    post('/oidc/token', hub, {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: hub.callback,
      code_verifier: verifier,
    }),
  )
  const [, ...answers] = await Promise.all([set(ada, []), ...exchanging])
  await set(ada, [{ id: hub.id }])
  for (const answer of answers) {
    if (answer['refresh_token'] === undefined) continue
    equal(await isActiveThere(hub, String(answer['access_token'])), false)
    equal(await isActiveThere(hub, String(answer['refresh_token'])), false)
  }
  equal(
    await scalar(db)`
      select count(*) from oidc_records
      where payload->>'clientId' = ${hub.id} and model = 'Grant'`,
    0,
  )
})
