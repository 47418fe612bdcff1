import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { db, run, scalars, transaction } from '#server/db.ts'
import { releaseStuck } from './webhook-delivery.ts'
import { addWebhook } from './webhook.ts'

test('of deliveries that none is before any more, the first one of each subject goes', async () => {
  const facts = { name: 'Ledger', url: 'https://ledger.example/hooks', platformId: null }
  const { id: webhookId } = await transaction(db, (tx) =>
    addWebhook(tx, { ...facts, types: ['user.deactivated'], active: true }, 'system'),
  )
  const add = (subject: string, minute: number, state: string, isDue: boolean) =>
    run(db)`
      insert into webhook_deliveries (id, webhook_id, type, subject, body, occurred_at, state, next_at)
      values (${randomUUID()}, ${webhookId}, 'user.deactivated', ${subject}, ${`${subject} ${minute}`},
              now() + make_interval(mins => ${minute}), ${state}, case when ${isDue} then now() end)`
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
