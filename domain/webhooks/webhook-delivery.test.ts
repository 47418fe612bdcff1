import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { db, scalars, transaction } from '#server/db.ts'
import { addRow, fromNow, now } from '#test/rows.ts'
import { releaseStuck } from './webhook-delivery.ts'
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
