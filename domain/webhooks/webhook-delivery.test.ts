import { deepEqual, equal } from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { db, scalars, transaction } from '#server/db.ts'
import { addRow, addRows, ago, fromNow, now } from '#test/rows.ts'
import { releaseStuck, takeDueDeliveries } from './webhook-delivery.ts'
import { addWebhook } from './webhook.ts'

test('releaseStuck makes the first waiting delivery of a subject due if none is in progress', async () => {
  const facts = { name: 'Ledger', url: 'https://ledger.example/hooks', platformId: null }
  const { id: webhookId } = await transaction(db, (tx) =>
    addWebhook(tx, { ...facts, types: ['user.deactivated'], active: true }, 'system'),
  )
  const add = (subject: string, minute: number, state: string, isDue: boolean) =>
    addRow('webhook_deliveries', {
      webhookId,
      type: 'user.deactivated',
      subject,
      body: `${subject} ${minute}`,
      occurredAt: fromNow(`${minute} minutes`),
      state,
      nextAt: isDue ? now : null,
    })
  await add('freed', 1, 'delivered', false)
  await add('freed', 3, 'waiting', false)
  await add('freed', 2, 'waiting', false)
  await add('on its way', 1, 'waiting', true)
  await add('on its way', 2, 'waiting', false)
  await releaseStuck(db)
  const due = await scalars<string>(db)`
    select body from webhook_deliveries
    where webhook_id = ${webhookId} and next_at is not null order by body`
  deepEqual(due, ['freed 2', 'on its way 1'])
})

test('deliveries in flight count towards the maximum of their webhook, and a failing webhook has at most two', async () => {
  const undone = new Error('undone')
  const taking = transaction(db, async (tx) => {
    const addDue = async (failingSince: unknown) => {
      const webhookId = randomUUIDv7()
      const webhook = { id: webhookId, name: 'Ledger', url: 'https://ledger.example/hooks' }
      await addRow('webhooks', { ...webhook, active: true, failingSince }, tx)
      const delivery = { webhookId, type: 'test', subject: 'one', state: 'waiting', nextAt: now }
      await addRows(
        'webhook_deliveries',
        Array.from({ length: 20 }, () => delivery),
        tx,
      )
      return webhookId
    }
    const [healthy, failing] = [await addDue(null), await addDue(ago('1 hour'))]
    const take = async (inFlight: Record<string, number>) => {
      const taken = await takeDueDeliveries(tx, 10_000, new Map(Object.entries(inFlight)))
      return [healthy, failing].map(
        (id) => taken.filter(({ webhookId }) => webhookId === id).length,
      )
    }
    deepEqual(await take({ [healthy]: 16, [failing]: 3 }), [0, 0])
    deepEqual(await take({ [healthy]: 15, [failing]: 1 }), [1, 1])
    deepEqual(await take({}), [16, 2])
    // Workers of other tests must not see these rows.
    throw undone
  })
  equal(await taking.catch((error: unknown) => error), undone)
})
