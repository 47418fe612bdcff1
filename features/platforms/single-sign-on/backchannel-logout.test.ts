import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, jwtVerify } from 'jose'
import { endSession, listSessions } from '#domain/session.ts'
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

  await end(ada.id)
  for (let wait = 0; wait < 300 && !(await isDelivered(ada.id)); wait += 1) await delay(100)
  await worker.stop()

  equal(await isDelivered(ada.id), true)
  equal(platform.notices.length, 2)
})

test('every platform gets one logout token when a session ends, and can verify it', async () => {
  const platform = await receiveLogoutTokens()
  const hub = await newPlatform({ backchannelLogoutUri: platform.url })
  const silent = await newPlatform()
  const { ada, browser } = await visitorOf(hub, silent)
  const { claims } = await tokensOf(browser, hub)
  await tokensOf(browser, silent)

  await end(ada.id)
  for (const id of await endedOf(ada.id)) {
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

test('only 200 or 204 counts as delivered, and the error is stored otherwise', async () => {
  const platform = await receiveLogoutTokens([302, 400])
  const hub = await newPlatform({ backchannelLogoutUri: platform.url })
  const { ada, browser } = await visitorOf(hub)
  await tokensOf(browser, hub)

  await end(ada.id)
  const [id = ''] = await endedOf(ada.id)
  for (let tries = 0; tries < 2; tries += 1)
    await rejects(deliverLogoutNotification(id), /was not accepted$/)

  const kept = await row<{ lastError: string }>(db)`
    select last_error from platform_sessions where id = ${id}`
  match(kept?.lastError ?? '', /^the logout notification was not accepted$/)
  equal(await isDelivered(ada.id), false)
})

test('X18: every failure of a logout address is told in the same words', async () => {
  const platform = await receiveLogoutTokens()
  const hub = await newPlatform({ backchannelLogoutUri: platform.url })
  const { ada, browser } = await visitorOf(hub)
  await tokensOf(browser, hub)
  platform.stop()

  await end(ada.id)
  const [id = ''] = await endedOf(ada.id)
  await rejects(deliverLogoutNotification(id))

  const kept = await row<{ lastError: string }>(db)`
    select last_error from platform_sessions where id = ${id}`
  match(kept?.lastError ?? '', /^the logout notification was not accepted$/)
})

function fetchKeys(url: string): Promise<Response> {
  return platformFetch(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' })
}

async function end(userId: string): Promise<void> {
  for (const session of await listSessions(db, userId)) await endSession(db, session.id)
}

async function endedOf(userId: string): Promise<string[]> {
  const ended = await rows<{ id: string }>(db)`
    select id from platform_sessions where user_id = ${userId} and ended_at is not null`
  return ended.map(({ id }) => id)
}

async function isDelivered(userId: string): Promise<boolean> {
  const delivered = await rows(db)`
    select id from platform_sessions where user_id = ${userId} and delivered_at is not null`
  return delivered.length > 0
}
