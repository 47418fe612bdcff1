// covers mail:webhook-switched-off
import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { webhookEvent } from '#contract/webhook.ts'
import { logout } from '../../features/account/sign-in/contract.ts'
import {
  addWebhook,
  changeWebhook,
  getWebhook,
  listDeliveries,
  listEventTypes,
  listWebhooks,
  removeWebhook,
  replaceWebhookSecret,
  resendDelivery,
  resendSince,
  testWebhook,
} from '../../features/admin/webhooks/contract.ts'
import { startReceiver, type Received } from '#test/receiver.ts'
import { unique } from './browser.ts'
import { mails, newUser } from './people.ts'
import { place } from './place.ts'
import { newPlatform } from './platforms.ts'
import { admin } from './staff.ts'
import { executeSql } from './time.ts'
import { until } from './until.ts'

const { call } = admin.browser

test('a platform’s webhook receives a session’s end with a signature that standardwebhooks verifies', async () => {
  const platform = await newPlatform()
  const receiver = await startReceiver()
  const { id, secret } = await add(receiver.url, platform.id)
  const user = await newUser({ platforms: [platform.id] })
  await user.browser.call(logout, {})
  const ended = await received(receiver.all, 'session.ended')
  const event = webhookEvent.parse(JSON.parse(verify(secret, ended)))
  deepEqual([event.data.id, event.data.company], [user.id, user.companyId])

  const [delivery] = await call(listDeliveries, { params: { id }, query: { state: 'delivered' } })
  equal(delivery?.lastStatus, 204)
  const deliveryId = delivery?.id ?? ''
  const times = () => receiver.all.filter((each) => each.id === deliveryId).length
  await call(resendDelivery, { params: { id, deliveryId }, body: {} })
  await until('the second delivery', () => times() === 2)
  await call(removeWebhook, { params: { id }, body: {} })
  await rejects(call(getWebhook, { params: { id } }))
})

test('a test event is signed with the new secret after a replacement, and an inactive webhook receives nothing', async () => {
  const receiver = await startReceiver()
  const added = await add(receiver.url, null)
  const params = { id: added.id }
  const { secret } = await call(replaceWebhookSecret, {
    params,
    headers: { 'if-match': added.etag },
    body: { graceHours: 0 },
  })
  await call(testWebhook, { params, body: {} })
  verify(secret, await received(receiver.all, 'test'))

  const { etag, name, url } = await call(getWebhook, { params })
  const body = { name, url, types: ['user.erased' as const], active: false }
  const changed = await call(changeWebhook, { params, headers: { 'if-match': etag }, body })
  equal(changed.active, false)
  equal(
    (await call(listWebhooks, {})).some(({ id, active }) => id === added.id && !active),
    true,
  )
  equal((await call(listEventTypes, {})).length > 10, true)
})

test('a webhook whose receiver responds 410 is disabled, and the super admins are emailed', async () => {
  const receiver = await startReceiver((_, response) => void response.writeHead(410).end())
  const { id, name } = await add(receiver.url, null)
  await call(testWebhook, { params: { id }, body: {} })
  const webhook = await until('the end of the webhook', async () => {
    const current = await call(getWebhook, { params: { id } })
    return current.active ? undefined : current
  })
  equal(webhook.endedReason, 'gone')
  await mails.next(admin.email, new RegExp(name))
})

test('a failed delivery is retried automatically, and a delivery that was given up is sent again on request', async () => {
  let status = 503
  const receiver = await startReceiver((_, response) => void response.writeHead(status).end())
  // The platform has no users, so no other program causes its events.
  const { id } = await add(receiver.url, (await newPlatform()).id)
  await call(testWebhook, { params: { id }, body: {} })
  const failed = await until('the failed delivery', async () => {
    const [delivery] = await call(listDeliveries, { params: { id }, query: {} })
    return delivery?.lastStatus === 503 ? delivery : undefined
  })
  equal(failed.state, 'waiting')
  status = 204
  await executeSql(`update webhook_deliveries set next_at = now() where webhook_id = $1`, [id])
  await until('the second try', () => delivered(id))

  await executeSql(
    `update webhook_deliveries set state = 'given-up', delivered_at = null where webhook_id = $1`,
    [id],
  )
  const since = new Date(Date.now() - 3_600_000).toISOString()
  equal((await call(resendSince, { params: { id }, body: { since } })).again, 1)
  await until('the delivery on request', () => delivered(id))
})

function add(url: string, platformId: string | null) {
  const types = ['session.started', 'session.ended'] as const
  const body = { name: `Receiver ${unique()}`, url, types: [...types], active: true, platformId }
  return call(addWebhook, { body })
}

async function delivered(id: string): Promise<boolean> {
  const [delivery] = await call(listDeliveries, { params: { id }, query: {} })
  return delivery?.state === 'delivered'
}

function received(all: readonly Received[], type: string): Promise<Received> {
  return until(`an event ${type} at ${place.url}`, () =>
    all.find(({ body }) => (JSON.parse(body) as { type: string }).type === type),
  )
}

/** Returns the body of a delivery. Throws if the signature does not match the secret. */
function verify(secret: string, { body, headers }: Received): string {
  new Verifier(secret).verify(body, headers)
  return body
}
