import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, jwtVerify } from 'jose'
import { endSession, listSessions } from '#domain/sessions/session.ts'
import { db, row, rows } from '#server/db.ts'
import { startWorker } from '#server/jobs.ts'
import { jobWorkers } from '../../../app/registry/jobs.ts'
import { deliverLogoutNotification } from './jobs.ts'
import { issuer, platformFetch } from '#test/platform-client.ts'
import { receiveLogoutTokens, newPlatform, tokensOf, visitorOf } from '#test/platform.ts'

test('a failed logout notification is delivered again', async () => {
  const platform = await receiveLogoutTokens([503])
  const hub = await newPlatform({ backchannelLogoutUri: platform.url })
  const { ada, browser } = await visitorOf(hub)
  await tokensOf(browser, hub)
  const worker = await startWorker(
    { 'logout-notification': jobWorkers['logout-notification'] },
    () => undefined,
  )

  await endSessionsOf(ada.id)
  for (let wait = 0; wait < 300 && !(await isDelivered(ada.id)); wait += 1) await delay(100)
  await worker.stop()

  equal(await isDelivered(ada.id), true)
  equal(platform.notices.length, 2)
})

test('every platform gets one verifiable logout token when a session ends', async () => {
  const platform = await receiveLogoutTokens()
  const hub = await newPlatform({ backchannelLogoutUri: platform.url })
  const silent = await newPlatform()
  const { ada, browser } = await visitorOf(hub, silent)
  const { claims } = await tokensOf(browser, hub)
  await tokensOf(browser, silent)

  await endSessionsOf(ada.id)
  for (const id of await endedSessionIds(ada.id)) {
    await deliverLogoutNotification(id)
    await deliverLogoutNotification(id)
  }

  equal(platform.notices.length, 1)
  const token = new URLSearchParams(platform.notices[0]).get('logout_token') ?? ''
  equal(decodeProtectedHeader(token).typ, 'logout+jwt')
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), { [customFetch]: fetchKeys })
  const { payload } = await jwtVerify(token, keys, { issuer, audience: hub.id })
  equal(payload.sub, ada.id)
  equal(payload['sid'], claims['sid'])
  deepEqual(payload['events'], { 'http://schemas.openid.net/event/backchannel-logout': {} })
  equal(payload.exp, (payload.iat ?? 0) + 120)
  ok(payload.jti)
  equal(payload['nonce'], undefined)
  const pending = await rows(db)`
    select id from platform_sessions where user_id = ${ada.id} and delivered_at is null`
  deepEqual(pending, [])
})

test('only 200 and 204 count as delivered, and another status is stored as an error', async () => {
  const platform = await receiveLogoutTokens([302, 400])
  const hub = await newPlatform({ backchannelLogoutUri: platform.url })
  const { ada, browser } = await visitorOf(hub)
  await tokensOf(browser, hub)

  await endSessionsOf(ada.id)
  const [id = ''] = await endedSessionIds(ada.id)
  for (let attempts = 0; attempts < 2; attempts += 1)
    await rejects(deliverLogoutNotification(id), /was not accepted$/)

  const platformSession = await row<{ lastError: string }>(db)`
    select last_error from platform_sessions where id = ${id}`
  match(platformSession?.lastError ?? '', /^the logout notification was not accepted$/)
  equal(await isDelivered(ada.id), false)
})

test('X18: an unreachable logout address gets the same error text as a rejected notification', async () => {
  const platform = await receiveLogoutTokens()
  const hub = await newPlatform({ backchannelLogoutUri: platform.url })
  const { ada, browser } = await visitorOf(hub)
  await tokensOf(browser, hub)
  platform.stop()

  await endSessionsOf(ada.id)
  const [id = ''] = await endedSessionIds(ada.id)
  await rejects(deliverLogoutNotification(id))

  const platformSession = await row<{ lastError: string }>(db)`
    select last_error from platform_sessions where id = ${id}`
  match(platformSession?.lastError ?? '', /^the logout notification was not accepted$/)
})

function fetchKeys(url: string): Promise<Response> {
  return platformFetch(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' })
}

async function endSessionsOf(userId: string): Promise<void> {
  for (const session of await listSessions(db, userId)) await endSession(db, session.id)
}

async function endedSessionIds(userId: string): Promise<string[]> {
  const ended = await rows<{ id: string }>(db)`
    select id from platform_sessions where user_id = ${userId} and ended_at is not null`
  return ended.map(({ id }) => id)
}

async function isDelivered(userId: string): Promise<boolean> {
  const delivered = await rows(db)`
    select id from platform_sessions where user_id = ${userId} and delivered_at is not null`
  return delivered.length > 0
}
