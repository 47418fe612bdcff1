import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { AdminCaller } from '#server/caller.ts'
import { inDatabase, median, report, startSide, type Side } from './harness.ts'

const users = 100
const rounds = 15
const deliveries = 6_000

/**
 * Measures the cost that an event adds to its action, with and without a subscription in turns. Then measures
 * deliveries per second of one worker to a receiver that responds immediately, alone and beside a receiver that never
 * responds.
 */
export async function benchWebhooks(): Promise<boolean> {
  // In production, deliveries to local addresses are refused.
  const settings = { NODE_ENV: 'development' }
  return inDatabase({ name: 'webhooks', durable: true, settings }, async () => {
    const receiver = await startSide(['trials/bench/webhook-receiver.ts'], {}, '/')
    try {
      const cost = await costOfEvent(await addWebhook(receiver, '/fast'))
      const alone = await deliveriesPerSecond(receiver)
      await addWebhook(receiver, '/dead')
      const beside = await deliveriesPerSecond(receiver)
      return report('webhooks', [
        {
          name: 'deactivating a user with a subscription',
          here: `${cost.with.toFixed(2)} ms`,
          beside: `${cost.without.toFixed(2)} ms without`,
          ratio: cost.ratio,
          most: 1.1,
        },
        {
          name: 'deliveries of one worker in a second',
          here: `${alone.toFixed(0)}/s`,
          beside: '300/s wanted',
          ratio: alone / 300,
          least: 1,
        },
        {
          name: 'deliveries of one worker while another receiver never responds',
          here: `${beside.toFixed(0)}/s`,
          beside: `${alone.toFixed(0)}/s alone`,
          ratio: beside / alone,
          least: 0.8,
        },
      ])
    } finally {
      await receiver.stop()
    }
  })
}

async function addWebhook({ port }: Side, path: string): Promise<string> {
  const { db, transaction } = await import('#server/db.ts')
  const { addWebhook: add } = await import('#domain/webhooks/webhook.ts')
  const types = ['user.deactivated', 'user.activated'] as const
  const url = `http://127.0.0.1:${port}${path}`
  const webhook = { name: path, url, platformId: null, types: [...types], active: true }
  const { id } = await transaction(db, (tx) => add(tx, webhook, 'system'))
  return id
}

async function switchWebhook(id: string, active: boolean): Promise<void> {
  const { db, run } = await import('#server/db.ts')
  await run(db)`update webhooks set active = ${active} where id = ${id}`
}

/** Returns medians of rounds that follow each other, so that other load on the machine affects both equally. */
async function costOfEvent(webhookId: string) {
  const { db, run } = await import('#server/db.ts')
  const people = await addPeople(users)
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of ['with', 'without'] as const) {
      await switchWebhook(webhookId, side === 'with')
      await run(db)`update users set active = true`
      const startTime = performance.now()
      await people.deactivateAll()
      // The first round only warms up.
      if (round > 0) times[side].push((performance.now() - startTime) / users)
    }
  }
  await run(db)`delete from webhook_outbox`
  await switchWebhook(webhookId, true)
  const ratio = median(times.with.map((ms, at) => ms / (times.without[at] ?? ms)))
  return { with: median(times.with), without: median(times.without), ratio }
}

async function addPeople(count: number) {
  const { db } = await import('#server/db.ts')
  const { addAdmin, addUser } = await import('#test/people.ts')
  const { activateUser, deactivateUser } = await import('../../features/admin/users/set-active.ts')
  const { id: adminId } = await addAdmin({ roles: ['support'] })
  const caller = { adminId, ipAddress: '' } as AdminCaller
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) ids.push((await addUser()).id)
  return {
    deactivateAll: async () => {
      for (const id of ids) await deactivateUser(db, caller, { id })
    },
    activateAll: async () => {
      for (const id of ids) await activateUser(db, caller, { id })
    },
  }
}

/** Measures from the outbox to the receiver: the events are queued before the worker starts. */
async function deliveriesPerSecond(receiver: Side): Promise<number> {
  const { startDelivering } = await import('../../features/admin/webhooks/jobs.ts')
  const people = await addPeople(deliveries / 4)
  for (let turn = 0; turn < 2; turn += 1) {
    await people.deactivateAll()
    await people.activateAll()
  }
  const before = await countDeliveries(receiver)
  const startTime = performance.now()
  const worker = startDelivering()
  while ((await countDeliveries(receiver)) < before + deliveries) await wait(50)
  const seconds = (performance.now() - startTime) / 1000
  await worker.stop()
  return deliveries / seconds
}

async function countDeliveries({ port }: Side): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${port}/`)).text())
}
