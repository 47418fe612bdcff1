// own process: sets the time of day back
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addWebhook } from '#domain/webhooks/webhook.ts'
import type { AdminCaller } from '#server/caller.ts'
import { db, transaction } from '#server/db.ts'
import { addAdmin, addUser } from '#test/people.ts'
import { startReceiver } from '#test/receiver.ts'
import { addRow, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { deactivateUser } from '../users/set-active.ts'
import { startDelivering } from './jobs.ts'

const caller = { adminId: (await addAdmin()).id, ipAddress: '' } as AdminCaller
const receiver = await startReceiver()

async function addReceiver(url: string): Promise<string> {
  const webhook = { name: 'Ledger', url, platformId: null, active: true }
  const { id } = await transaction(db, (tx) =>
    addWebhook(tx, { ...webhook, types: ['user.deactivated'] }, 'system'),
  )
  return id
}

/** Deactivates a user, and waits for the event. */
async function expectEvent(): Promise<void> {
  const before = receiver.all.length
  await deactivateUser(db, caller, { id: (await addUser()).id })
  await until(() => receiver.all.length > before)
}

await addReceiver(receiver.url)

test('3S3: a stuck delivery that cannot be released delays the events of no webhook', async () => {
  const webhookId = await addReceiver('http://127.0.0.1:9/dead')
  const stuck = { type: 'user.deactivated', subject: 'stuck', state: 'waiting', nextAt: null }
  await addRow('webhook_deliveries', { webhookId, ...stuck })
  const worker = await transaction(db, async (tx) => {
    await updateRows('webhook_deliveries', { webhookId }, { tries: 0 }, tx)
    const started = startDelivering()
    await expectEvent()
    return { stop: () => started.stop() }
  })
  await worker.stop()
})

test('3S13: events are delivered after the time of day was set back by three hours', async (t) => {
  const worker = startDelivering()
  await expectEvent()
  const { now } = Date
  t.mock.method(Date, 'now', () => now() - 3 * 60 * 60 * 1_000)
  await expectEvent()
  t.mock.restoreAll()
  equal(receiver.all.length >= 3, true)
  await worker.stop()
})
