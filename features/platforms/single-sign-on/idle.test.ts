import { equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { stepUpUser } from '#contract/step-up.ts'
import { db, scalar } from '#server/db.ts'
import { codeOf } from '#test/people.ts'
import {
  authorize,
  buildAuthorizationRequest,
  exchange,
  follow,
  isActive,
  newPlatform,
  tokensOf,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'

test('tokens of a platform that was idle too long are inactive, the session continues, and the next login requires a step-up', async () => {
  const [hub, board] = [await newPlatform({ idleMinutes: 5 }), await newPlatform()]
  const { ada, browser } = await visitorOf(hub, board)
  const { access, refresh } = await tokensOf(browser, hub)
  const onBoard = await tokensOf(browser, board)
  const code = await authorize(browser, hub)
  await backdate('sessions', { userId: ada.id }, '10 minutes')
  await setIdle(hub, '4 minutes 50 seconds')
  equal(await isActive(hub, access), true)
  await setIdle(hub, '5 minutes 1 second')
  equal(await isActive(hub, access), false)
  equal(await isActive(hub, refresh), false)
  await rejects(client.fetchUserInfo(hub.config, access, ada.id))
  await rejects(client.refreshTokenGrant(hub.config, refresh), { error: 'invalid_grant' })
  await rejects(exchange(hub, code), { error: 'invalid_grant' })
  equal(await isActive(board, onBoard.access), true)
  equal(await browser.isLoggedIn(), true)

  // Neither prompt=none nor a login at another platform opens it again.
  const silent = await authorize(browser, hub, { prompt: 'none' })
  equal(silent.back.searchParams.get('error'), 'login_required')
  await tokensOf(browser, board)
  const request = await buildAuthorizationRequest(hub)
  const { url } = await follow(browser, request.url)
  match(url.pathname, /^\/step-up\//)
  await browser.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  const { url: back } = await follow(browser, url.pathname.replace('step-up', 'sign-on'))
  const again = await exchange(hub, { ...request, back })
  equal(await isActive(hub, again.access_token), true)
  // Tokens from before stay inactive.
  equal(await isActive(hub, refresh), false)
  equal(await isActive(hub, access), false)
})

test('the idle timeout of a platform also applies to a request by POST', async () => {
  const hub = await newPlatform({ idleMinutes: 5 })
  const { ada, browser } = await visitorOf(hub)
  await tokensOf(browser, hub)
  await backdate('sessions', { userId: ada.id }, '10 minutes')
  await setIdle(hub, '6 minutes')
  const { url } = await buildAuthorizationRequest(hub)
  const first = await browser.fetch(url.origin + url.pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: url.searchParams.toString(),
  })
  const posted = await follow(browser, new URL(first.headers.get('location') ?? '', url))
  match(posted.url.pathname, /^\/step-up\//)
})

test('a refresh and an introspection count as use, stored at most every 30 seconds and only for platforms with an idle timeout', async () => {
  const [hub, board] = [await newPlatform({ idleMinutes: 5 }), await newPlatform()]
  const { browser } = await visitorOf(hub, board)
  const { access, refresh } = await tokensOf(browser, hub)
  const calls = [
    () => client.refreshTokenGrant(hub.config, refresh),
    () => client.tokenIntrospection(hub.config, access),
  ]
  for (const call of calls) {
    await setIdle(hub, '4 minutes')
    await call()
    ok((await secondsIdle(hub)) < 60)
    await setIdle(hub, '20 seconds')
    await call()
    ok((await secondsIdle(hub)) >= 20)
  }
  const onBoard = await tokensOf(browser, board)
  await setIdle(board, '4 minutes')
  const statements = await statementsOf(() => isActive(board, onBoard.access))
  equal(statements.length, 1)
  ok((await secondsIdle(board)) > 200)
})

async function setIdle({ id }: Platform, age: string): Promise<void> {
  await updateRows('platform_sessions', { clientId: id }, { lastSeenAt: ago(age) })
}

async function secondsIdle({ id }: Platform): Promise<number> {
  const seconds = await scalar<number>(db)`
    select extract(epoch from now() - max(last_seen_at))::float8 from platform_sessions where client_id = ${id}`
  return Number(seconds)
}
