import { deepEqual, doesNotThrow, equal, ok, rejects, throws } from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { eventTypes, webhookEvent } from '#contract/webhook.ts'
import { actions } from '#contract/audit-action.ts'
import { eventRules, eventTypesOf } from '#domain/webhooks/webhook-event.ts'
import { errorCodes } from '#contract/refusal.ts'
import { db, rows, scalar, sql, transaction } from '#server/db.ts'
import { addAdmin, addPlatform, addUser, logInAdmin, refusedWith } from '#test/people.ts'
import { startReceiver } from '#test/receiver.ts'
import { addRow, ago, fromNow, now, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../../app/worker.ts'
import { activateUser, deactivateUser, setPlatforms } from '../users/contract.ts'
import { deactivateUser as deactivate } from '../users/set-active.ts'
import * as contract from './contract.ts'
import { exampleOf } from './examples-contract.ts'

const admin = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))
const { call } = admin
const hub = await addPlatform({ id: 'ledger-hub' })
const worker = await startWorker()
test.after(() => worker.stop())

type Facts = { url: string; types?: readonly string[]; platformId?: string | null }

function add({ url, types = eventTypes, platformId = null }: Facts) {
  const body = { name: 'Ledger', url, types: [...types] as never, active: true, platformId }
  return call(contract.addWebhook, { body })
}

async function deliveriesOf(id: string) {
  return rows<{ state: string; tries: number; lastStatus: number | null; nextAt: Date | null }>(db)`
    select state, tries, last_status, next_at from webhook_deliveries where webhook_id = ${id}
    order by occurred_at`
}

const reason = 'Left the company'

test('P30 each event rule is for a recorded action, and each event type has a rule and a valid example', () => {
  const recordedActions: readonly string[] = actions
  deepEqual(
    Object.keys(eventRules).filter((action) => !recordedActions.includes(action)),
    [],
  )
  deepEqual(
    [...new Set(recordedActions.flatMap(eventTypesOf))].toSorted(),
    [...eventTypes].toSorted(),
  )
  for (const type of eventTypes) ok(webhookEvent.safeParse(exampleOf(type)).success, type)
})

test('an event is delivered once with a Standard Webhooks signature, and an old timestamp is refused', async () => {
  const receiver = await startReceiver()
  const { id, secret } = await add({ url: receiver.url, types: ['user.deactivated'] })
  const user = await addUser()
  await call(deactivateUser, { params: { id: user.id }, body: { reason } })
  await until(async () => (await deliveriesOf(id))[0]?.state === 'delivered')
  const [received, ...more] = receiver.all
  ok(received)
  deepEqual(more, [])
  const headers = {
    'webhook-id': received.id,
    'webhook-timestamp': received.timestamp,
    'webhook-signature': received.signature,
  }
  doesNotThrow(() => new Verifier(secret).verify(received.body, headers))
  const event = JSON.parse(received.body) as { type: string; data: object }
  equal(event.type, 'user.deactivated')
  deepEqual(Object.keys(event.data).toSorted(), ['by', 'company', 'id', 'requestId'])
  ok(!received.body.includes(user.email))
  const old = { ...headers, 'webhook-timestamp': String(Number(received.timestamp) - 3_600) }
  throws(() => new Verifier(secret).verify(received.body, old))
  const [delivery] = await call(contract.listDeliveries, { params: { id }, query: {} })
  deepEqual([delivery?.state, delivery?.id, delivery?.lastStatus], ['delivered', received.id, 204])
})

test('a rolled-back action sends no event', async () => {
  const receiver = await startReceiver()
  const { id } = await add({ url: receiver.url, types: ['user.deactivated'] })
  const user = await addUser()
  const caller = { adminId: (await addAdmin()).id, ipAddress: '' } as never
  await rejects(
    transaction(db, async (tx) => {
      await deactivate(tx, caller, { id: user.id })
      throw new Error('rolled back')
    }),
    /rolled back/,
  )
  await call(deactivateUser, { params: { id: user.id }, body: { reason } })
  await until(async () => (await deliveriesOf(id)).some(({ state }) => state === 'delivered'))
  equal((await deliveriesOf(id)).length, 1)
})

test('events of a user wait for an earlier one that fails, and events of other users do not', async () => {
  const failing = new Set<string>()
  const receiver = await startReceiver((received, response) => {
    const { data } = JSON.parse(received.body) as { data: { id: string } }
    response.writeHead(failing.has(data.id) ? 500 : 204).end()
  })
  const types = ['user.deactivated', 'user.activated']
  const { id } = await add({ url: receiver.url, types })
  const [stuck, other] = [await addUser(), await addUser()]
  failing.add(stuck.id)
  await call(deactivateUser, { params: { id: stuck.id }, body: { reason } })
  await call(activateUser, { params: { id: stuck.id }, body: { reason } })
  await call(deactivateUser, { params: { id: other.id }, body: { reason } })
  const typesOf = (userId: string) =>
    receiver.all
      .map(({ body }) => JSON.parse(body) as { type: string; data: { id: string } })
      .filter(({ data }) => data.id === userId)
      .map(({ type }) => type)
  await until(async () => typesOf(other.id).length === 1 && typesOf(stuck.id).length > 0)
  deepEqual(typesOf(stuck.id), ['user.deactivated'])
  failing.clear()
  // End the pause of five seconds.
  await updateRows(
    'webhook_deliveries',
    { webhookId: id, nextAt: sql`is not null` },
    { nextAt: now },
  )
  await until(async () => typesOf(stuck.id).length > 2)
  deepEqual(typesOf(stuck.id), ['user.deactivated', 'user.deactivated', 'user.activated'])
})

test('a waiting delivery is sent immediately on request, and the webhook shows the time of its last delivery', async () => {
  let status = 500
  const receiver = await startReceiver((_, response) => void response.writeHead(status).end())
  const { id } = await add({ url: receiver.url, types: ['user.deactivated'] })
  await call(deactivateUser, { params: { id: (await addUser()).id }, body: { reason } })
  await until(async () => (await deliveriesOf(id))[0]?.tries === 1 && receiver.all.length === 1)
  await updateRows('webhook_deliveries', { webhookId: id }, { nextAt: fromNow('1 hour') })
  const [waiting] = await call(contract.listDeliveries, { params: { id }, query: {} })
  equal((await call(contract.getWebhook, { params: { id } })).lastDeliveredAt, null)
  status = 204
  await call(contract.resendDelivery, { params: { id, deliveryId: waiting?.id ?? '' }, body: {} })
  await until(async () => (await deliveriesOf(id))[0]?.state === 'delivered')
  ok((await call(contract.getWebhook, { params: { id } })).lastDeliveredAt !== null)
})

test('a receiver that answers 410 is disabled, and its creator is notified', async () => {
  const receiver = await startReceiver((_, response) => void response.writeHead(410).end())
  const { id } = await add({ url: receiver.url, types: ['user.deactivated'] })
  await call(deactivateUser, { params: { id: (await addUser()).id }, body: { reason } })
  await until(
    async () => !(await call(contract.getWebhook, { params: { id }, query: {} } as never)).active,
  )
  const webhook = await call(contract.getWebhook, { params: { id } })
  deepEqual([webhook.active, webhook.endedReason], [false, 'gone'])
  const mailCount = scalar(db)`
    select count(*)::int from mails where kind = 'webhook-switched-off' and data ->> 'reason' = 'gone'`
  equal(await mailCount, 1)
})

test('a disabled webhook can neither be tested nor resend deliveries', async () => {
  const { id } = await add({ url: 'https://ledger.example/', types: ['recovery.stopped'] })
  await updateRows('webhooks', { id }, { active: false })
  const testing = call(contract.testWebhook, { params: { id }, body: {} })
  await refusedWith(errorCodes.changedMeanwhile, testing)
  deepEqual(await deliveriesOf(id), [])
  const deliveryId = randomUUIDv7()
  const delivery = { id: deliveryId, webhookId: id, type: 'test', subject: 'one' }
  await addRow('webhook_deliveries', { ...delivery, state: 'given-up' })
  const resending = call(contract.resendDelivery, { params: { id, deliveryId }, body: {} })
  await refusedWith(errorCodes.changedMeanwhile, resending)
  const body = { since: new Date(Date.now() - 60_000).toISOString() }
  const all = call(contract.resendSince, { params: { id }, body })
  await refusedWith(errorCodes.changedMeanwhile, all)
  deepEqual(
    (await deliveriesOf(id)).map(({ state }) => state),
    ['given-up'],
  )
})

test('a webhook is disabled after five days of failures, and a redirect counts as a failure', async () => {
  const receiver = await startReceiver(
    (_, response) => void response.writeHead(302, { location: receiver.url }).end(),
  )
  const { id } = await add({ url: receiver.url, types: ['user.deactivated'] })
  await call(deactivateUser, { params: { id: (await addUser()).id }, body: { reason } })
  await until(async () => (await deliveriesOf(id))[0]?.lastStatus === 302)
  equal(receiver.all.length, 1)
  await updateRows('webhooks', { id }, { failingSince: ago('6 days') })
  await updateRows('webhook_deliveries', { webhookId: id }, { nextAt: now })
  await until(async () => !(await call(contract.getWebhook, { params: { id } })).active)
  equal((await call(contract.getWebhook, { params: { id } })).endedReason, 'failing')
})

test('Retry-After is respected, an endless response is cut, and after the last attempt the next event is sent', async () => {
  const receiver = await startReceiver((_, response) => {
    response.writeHead(503, { 'retry-after': '7200' })
    const endless = setInterval(() => response.write('x'.repeat(65_536)), 1)
    response.on('close', () => clearInterval(endless))
  })
  const { id } = await add({ url: receiver.url, types: ['user.deactivated', 'user.activated'] })
  const user = await addUser()
  await call(deactivateUser, { params: { id: user.id }, body: { reason } })
  await call(activateUser, { params: { id: user.id }, body: { reason } })
  await until(async () => (await deliveriesOf(id))[0]?.lastStatus === 503)
  const [first] = await deliveriesOf(id)
  const waits = ((first?.nextAt?.getTime() ?? 0) - Date.now()) / 1_000
  ok(waits > 7_100 && waits < 7_300, String(waits))
  await updateRows(
    'webhook_deliveries',
    { webhookId: id, nextAt: sql`is not null` },
    { tries: 9, nextAt: now },
  )
  await until(async () => (await deliveriesOf(id)).some(({ state }) => state === 'given-up'))
  await until(async () => (await deliveriesOf(id))[1]?.tries === 1)
  const { again } = await call(contract.resendSince, {
    params: { id },
    body: { since: new Date(Date.now() - 60_000).toISOString() },
  })
  equal(again, 1)
})

test('during a rotation both secrets sign', async () => {
  const receiver = await startReceiver()
  const { id, secret: old, etag } = await add({ url: receiver.url, types: ['user.deactivated'] })
  const { secret } = await call(contract.replaceWebhookSecret, {
    params: { id },
    headers: { 'if-match': etag },
    body: { graceHours: 24 },
  })
  await call(contract.testWebhook, { params: { id }, body: {} })
  await until(async () => receiver.all.length === 1)
  const [received] = receiver.all
  ok(received)
  for (const each of [old, secret]) new Verifier(each).verify(received.body, received.headers)
})

test('a webhook of a platform receives events of users with access, and finally the end of that access', async () => {
  const receiver = await startReceiver()
  const types = ['user.deactivated', 'user.activated', 'access.taken', 'company.changed']
  await add({ url: receiver.url, types, platformId: hub.id })
  const member = await addUser({ company: 'Quay Ltd', platforms: [hub.id] })
  const stranger = await addUser({ company: 'Quay Ltd' })
  for (const { id } of [stranger, member])
    await call(deactivateUser, { params: { id }, body: { reason } })
  await call(activateUser, { params: { id: member.id }, body: { reason } })
  await call(setPlatforms, {
    params: { id: member.id },
    headers: {},
    body: { subsystems: [], reason },
  })
  await call(deactivateUser, { params: { id: member.id }, body: { reason } })
  await until(async () => receiver.all.length === 3)
  const events = receiver.all.map(
    ({ body }) => JSON.parse(body) as { type: string; data: { id: string } },
  )
  deepEqual(
    events.map(({ type, data }) => [type, data.id]),
    [
      ['user.deactivated', member.id],
      ['user.activated', member.id],
      ['access.taken', member.id],
    ],
  )
})

test('X18: a URL with a forbidden address is refused, and a name that resolves to one is not called', async () => {
  for (const url of [
    'http://198.51.100.7/',
    'https://169.254.169.254/latest',
    'https://10.0.0.8/',
    'https://ledger.example:0/',
  ])
    await refusedWith(errorCodes.invalidInput, add({ url }))
  // The name is resolved at each call.
  const { id } = await add({ url: 'https://rebinding.invalid/', types: ['user.deactivated'] })
  await call(deactivateUser, { params: { id: (await addUser()).id }, body: { reason } })
  await until(async () => (await deliveriesOf(id))[0]?.tries === 1)
  const [delivery] = await call(contract.listDeliveries, { params: { id }, query: {} })
  deepEqual([delivery?.state, delivery?.lastStatus], ['waiting', null])
  await until(async () => (await deliveriesOf(id))[0]?.nextAt !== null)
})

test('the audit log has the id of a webhook in lower case, however a call spells it', async () => {
  const { id } = await add({ url: 'https://ledger.example/events' })
  await call(contract.removeWebhook, { params: { id: id.toUpperCase() }, body: {} })
  const removals = await scalar(db)`
    select count(*) from audit_log where action = 'webhook_removed' and target_id = ${id}`
  equal(removals, 1)
})
