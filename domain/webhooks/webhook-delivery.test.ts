import { deepEqual, equal } from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { db, scalar, scalars, transaction, type Transaction } from '#server/db.ts'
import { addRow, addRows, ago, fromNow, now, updateRows } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import {
  fanOut,
  giveUpAll,
  giveUpLeft,
  releaseStuck,
  takeDueDeliveries,
} from './webhook-delivery.ts'
import { addWebhook } from './webhook.ts'

test('3S1: an empty outbox is read without a statement about users or deliveries', async () => {
  while ((await fanOut(db)) > 0);
  const statements = await statementsOf(() => fanOut(db))
  deepEqual(
    statements.map((text) => text.split(' ')[0]),
    ['begin', 'select', 'with', 'commit'],
  )
  equal(/\busers\b|webhook_deliveries/.test(statements.join(' ')), false)
})

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
  equal(await releaseStuck(db, webhookId, ''), '')
  const due = await scalars<string>(db)`
    select body from webhook_deliveries
    where webhook_id = ${webhookId} and next_at is not null order by body`
  deepEqual(due, ['freed 2', 'on its way 1'])
})

const undone = new Error('undone')

/** Runs `work` in a transaction that is rolled back, because workers of other tests must not see its rows. */
async function undo(work: (tx: Transaction) => Promise<void>): Promise<void> {
  const done = transaction(db, async (tx) => {
    await work(tx)
    throw undone
  })
  equal(await done.catch((error: unknown) => error), undone)
}

async function addReceiver(tx: Transaction, values: object = {}): Promise<string> {
  const id = randomUUIDv7()
  const webhook = { id, name: 'Ledger', url: 'https://ledger.example/hooks', active: true }
  await addRow('webhooks', { ...webhook, ...values }, tx)
  return id
}

async function addWaiting(tx: Transaction, webhookId: string, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => String(number).padStart(6, '0'))
  const delivery = { webhookId, type: 'test', state: 'waiting', nextAt: null }
  await addRows(
    'webhook_deliveries',
    numbers.map((subject) => ({ ...delivery, subject })),
    tx,
  )
}

test('3S3: a search for stuck deliveries reads five thousand subjects, and the next one continues after them', async () => {
  await undo(async (tx) => {
    const webhookId = await addReceiver(tx)
    await addWaiting(tx, webhookId, 5_003)
    const released = () =>
      scalar<number>(tx)`
        select count(*) from webhook_deliveries where webhook_id = ${webhookId} and next_at is not null`
    equal(await releaseStuck(tx, webhookId, ''), '004999')
    equal(await released(), 5_000)
    equal(await releaseStuck(tx, webhookId, '004999'), '')
    equal(await released(), 5_003)
  })
})

test('3S3: disabling a webhook gives up ten thousand deliveries, and the worker the others', async () => {
  await undo(async (tx) => {
    const [dead, live] = [await addReceiver(tx), await addReceiver(tx)]
    await addWaiting(tx, dead, 10_002)
    await addWaiting(tx, live, 1)
    const waiting = async () => [await countWaiting(tx, dead), await countWaiting(tx, live)]
    await giveUpLeft(tx)
    deepEqual(await waiting(), [10_002, 1])
    await giveUpAll(tx, dead, 'failing')
    await updateRows('webhooks', { id: dead }, { active: false, endedReason: 'failing' }, tx)
    deepEqual(await waiting(), [2, 1])
    await giveUpLeft(tx)
    deepEqual(await waiting(), [0, 1])
    const reasons = await scalars(tx)`
      select distinct last_error from webhook_deliveries where webhook_id = ${dead}`
    deepEqual(reasons, ['failing'])
  })
})

const countWaiting = (tx: Transaction, webhookId: string) =>
  scalar<number>(tx)`
    select count(*) from webhook_deliveries where webhook_id = ${webhookId} and state = 'waiting'`

test('deliveries in flight count towards the maximum of their webhook, and a failing webhook has at most two', async () => {
  await undo(async (tx) => {
    const addDue = async (failingSince: unknown) => {
      const webhookId = await addReceiver(tx, { failingSince })
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
  })
})
