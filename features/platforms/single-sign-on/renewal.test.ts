import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { stepUpUser } from '#contract/step-up.ts'
import { cookies } from '#server/cookies.ts'
import { db, row } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, codeOf, type TestUser, type Visitor } from '#test/people.ts'
import {
  buildAuthorizationRequest,
  exchange,
  follow,
  isActive,
  newPlatform,
  receiveLogoutTokens,
  tokensOf,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { backdate } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'
import { login, verifyCode } from '../../account/sign-in/contract.ts'

const receivers = [await receiveLogoutTokens(), await receiveLogoutTokens()]
const [hub, board] = [
  await newPlatform({ backchannelLogoutUri: receivers[0]!.url }),
  await newPlatform({ backchannelLogoutUri: receivers[1]!.url }),
]

test('P3: prompt=login by the same user renews the session: no platform is logged out, sid stays, the token rotates', async () => {
  const { ada, browser } = await visitorOf(hub, board)
  const onBoard = await tokensOf(browser, board)
  const inHub = await tokensOf(browser, hub)
  await makeOlder(ada, '10 minutes')
  const before = await sessionOf(ada)
  const cookie = browser.cookies.get(cookies.session)

  const request = await requestLogin(browser, hub, { prompt: 'login' })
  equal(request.url.searchParams.get('prompt'), 'login')
  await logInWithCode(browser, ada)
  const { url: back } = await follow(browser, request.redirect)
  const claims = (await exchange(hub, { ...request, back })).claims()

  const after = await sessionOf(ada)
  deepEqual([after.id, claims?.['sid']], [before.id, inHub.claims['sid']])
  ok(after.loginAt > before.loginAt && after.expiresAt > before.expiresAt)
  ok(Number(claims?.auth_time) > before.loginAt.getTime() / 1000 + 500)
  notEqual(browser.cookies.get(cookies.session), cookie)
  equal(await isActive(board, onBoard.access), true)
  await client.refreshTokenGrant(board.config, onBoard.refresh)
  equal(await isActive(hub, inHub.refresh), true)
  equal(await countEnded(ada), 0)
  const actions = (await auditOf(ada.id)).map(({ action, data }) => [action, data['renewed']])
  deepEqual(actions.at(-2), ['login_succeeded', true])
})

test("P3: max_age and a step-up on one platform keep the other's tokens and the absolute expiry of the session", async () => {
  const { ada, browser } = await visitorOf(hub, board)
  const onBoard = await tokensOf(browser, board)
  await tokensOf(browser, hub)
  await makeOlder(ada, '10 minutes')
  const before = await sessionOf(ada)

  const request = await buildAuthorizationRequest(hub, { max_age: '300' })
  const { url } = await follow(browser, request.url)
  await browser.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  const { url: back } = await follow(browser, url.pathname.replace('step-up', 'sign-on'))
  const { verifier, nonce, state } = request
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
  ok(await client.authorizationCodeGrant(hub.config, back, { ...checks, maxAge: 300 }))

  const after = await sessionOf(ada)
  deepEqual(
    [after.id, after.expiresAt, after.loginAt],
    [before.id, before.expiresAt, before.loginAt],
  )
  equal(await isActive(board, onBoard.access), true)
  equal(await countEnded(ada), 0)
})

test('P3: prompt=login requires a complete login after the request; an older login and a step-up are not enough', async () => {
  const { ada, browser } = await visitorOf(hub)
  const request = await requestLogin(browser, hub, { prompt: 'login' })
  await browser.call(stepUpUser, { body: { otp: codeOf(ada.secret, -1) } })
  equal((await follow(browser, request.redirect)).url.pathname, '/login')
  await browser.call(login, { body: { email: ada.email, password: ada.password } })
  equal((await follow(browser, request.redirect)).url.pathname, '/login')
  equal(await browser.isLoggedIn(), true)
  await browser.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  equal((await follow(browser, request.redirect)).url.origin, new URL(hub.callback).origin)
})

test('P3: a login of another user in the same browser ends the session and notifies every platform', async () => {
  const worker = await startWorker()
  try {
    const { ada, browser } = await visitorOf(hub, board)
    const inHub = await tokensOf(browser, hub)
    const onBoard = await tokensOf(browser, board)
    const grace = await addUser({ platforms: [hub.id] })
    const request = await requestLogin(browser, hub, { prompt: 'select_account' })
    equal(request.url.searchParams.get('prompt'), 'select_account')
    await logInWithCode(browser, grace)
    const { url: back } = await follow(browser, request.redirect)
    equal((await exchange(hub, { ...request, back })).claims()?.sub, grace.id)
    equal(await isActive(board, onBoard.access), false)
    equal(await sessionOf(ada), undefined)
    const isNotified = (index: number, sid: unknown) =>
      receivers[index]!.notices.some((notice) => {
        const token = new URLSearchParams(notice).get('logout_token') ?? ''
        return decodeJwt(token)['sid'] === sid
      })
    await until(() => isNotified(0, inHub.claims['sid']) && isNotified(1, onBoard.claims['sid']))
  } finally {
    await worker.stop()
  }
})

test('P3: two concurrent logins in one browser leave one open session', async () => {
  const { ada, browser } = await visitorOf(hub)
  await tokensOf(browser, hub)
  const before = await sessionOf(ada)
  await Promise.all(
    [0, 1].map(() => browser.call(login, { body: { email: ada.email, password: ada.password } })),
  )
  await browser.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  equal((await sessionOf(ada)).id, before.id)
  equal(await browser.isLoggedIn(), true)
  equal(await countEnded(ada), 0)
})

async function requestLogin(browser: Visitor, platform: Platform, extra: Record<string, string>) {
  const request = await buildAuthorizationRequest(platform, extra)
  const { url } = await follow(browser, request.url)
  equal(url.pathname, '/login')
  return { ...request, url, redirect: url.searchParams.get('redirect') ?? '' }
}

async function logInWithCode(
  browser: Visitor,
  { email, password, secret }: TestUser,
): Promise<void> {
  await browser.call(login, { body: { email, password } })
  await browser.call(verifyCode, { body: { otp: codeOf(secret) } })
}

type Row = { id: string; loginAt: Date; expiresAt: Date }

async function sessionOf({ id }: TestUser): Promise<Row> {
  const session = await row<Row>(db)`
    select id, coalesce(login_at, created_at) as login_at, expires_at from sessions where user_id = ${id}`
  return session as Row
}

async function countEnded({ id }: TestUser): Promise<number> {
  const result = await row<{ count: number }>(db)`
    select count(*) from platform_sessions where user_id = ${id} and ended_at is not null`
  return Number(result?.count)
}

async function makeOlder({ id }: TestUser, age: string): Promise<void> {
  await backdate('sessions', { userId: id }, { createdAt: age, verifiedAt: age, expiresAt: age })
}
