import { deepEqual, equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { test } from 'node:test'
import { eventTypes } from '#contract/webhook.ts'
import { freePort } from '#test/free-port.ts'
import { addAdmin, addUser, logInAdmin } from '#test/people.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../app/worker.ts'
import { addWebhook, listDeliveries, resendDelivery } from '../features/admin/webhooks/contract.ts'
import { deactivateUser } from '../features/admin/users/contract.ts'

type Event = { type: string; data: { id: string } }
type Create = (secret: string, onEvent: (event: Event) => void) => Server

const receiver: string = '../docs/webhooks/receiver.mjs'
const { createReceiver } = (await import(receiver)) as { createReceiver: Create }
const docs = await readFile('docs/webhooks.md', 'utf8')
const worker = await startWorker()
test.after(() => worker.stop())

test('P30 the documented receiver processes each event once and refuses forged requests', async (t) => {
  const { call } = await logInAdmin(await addAdmin())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/events`
  const facts = { name: 'Ledger', url, types: [...eventTypes], active: true, platformId: null }
  const { id, secret } = await call(addWebhook, { body: facts })
  const events: Event[] = []
  const server = createReceiver(secret, (event) => void events.push(event)).listen(
    port,
    '127.0.0.1',
  )
  await once(server, 'listening')
  t.after(() => void server.close())

  const user = await addUser()
  await call(deactivateUser, { params: { id: user.id }, body: { reason: 'Left' } })
  const delivered = async () => {
    const [first] = await call(listDeliveries, { params: { id }, query: {} })
    return first?.state === 'delivered' ? first.id : undefined
  }
  await until(async () => (await delivered()) !== undefined)
  const deliveryId = (await delivered()) ?? ''
  await call(resendDelivery, { params: { id, deliveryId }, body: {} })
  await until(async () => (await delivered()) !== undefined)
  deepEqual(
    events.map(({ type, data }) => [type, data.id]),
    [['user.deactivated', user.id]],
  )

  const forged = await fetch(url, {
    method: 'POST',
    headers: {
      'webhook-id': 'forged',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: '{}',
  })
  equal(forged.status, 400)
  equal(events.length, 1)
})

test('P30 the documentation names every event and shows the code of its receiver', async () => {
  for (const type of eventTypes) ok(docs.includes(`\`${type}\``), type)
  const source = await readFile('docs/webhooks/receiver.mjs', 'utf8')
  const [, shown = ''] = /```js\n([^]*?)```/.exec(docs) ?? []
  ok(source.includes(shown.trim()), shown)
})
