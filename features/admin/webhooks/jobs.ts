import { setTimeout as pause } from 'node:timers/promises'
import { listActiveWebhookIds } from '#domain/webhooks/webhook.ts'
import {
  fanOut,
  giveUpLeft,
  releaseStuck,
  takeDueDeliveries,
} from '#domain/webhooks/webhook-delivery.ts'
import { db } from '#server/db.ts'
import { runIsolated } from '#server/run-isolated.ts'
import { deliver } from './deliver.ts'

/** Maximum number of concurrent deliveries per process. */
const maxInFlight = 64
/** Pause in milliseconds while nothing is due, and shortest time between two searches for new events. */
const idleMs = 250
/** Pause in milliseconds after an error. */
const afterErrorMs = 1_000
const releaseEveryMs = 10_000

/** Deliveries in flight in this process, counted per webhook so that `takeDueDeliveries` can limit a slow webhook. */
class InFlight {
  readonly deliveries = new Set<Promise<unknown>>()
  /** Number of deliveries by webhook id. */
  readonly counts = new Map<string, number>()

  add(webhookId: string, delivery: Promise<unknown>): void {
    this.counts.set(webhookId, (this.counts.get(webhookId) ?? 0) + 1)
    const tracked = delivery.finally(() => {
      this.deliveries.delete(tracked)
      const left = (this.counts.get(webhookId) ?? 1) - 1
      if (left > 0) this.counts.set(webhookId, left)
      else this.counts.delete(webhookId)
    })
    this.deliveries.add(tracked)
  }
}

/**
 * Delivers events while the worker runs. Due events are sent immediately, and neither a slow receiver nor a failing
 * search delays others. After a crash, deliveries in flight are sent again a minute later with the same ID.
 */
export function startDelivering(): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = Promise.all([deliverUntil(signal), releaseUntil(signal)])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function deliverUntil(signal: AbortSignal): Promise<void> {
  const inFlight = new InFlight()
  // By the monotonic clock, because the time of day may be set back.
  let fanOutAt = 0

  async function deliverNext(): Promise<void> {
    if (performance.now() >= fanOutAt) {
      const isDone = await runIsolated({ job: 'fan-out-events' }, async () => {
        // `fanOut` turns some events into deliveries, and returns 0 if none is left.
        while (!signal.aborted && (await fanOut(db)) > 0);
      })
      fanOutAt = performance.now() + (isDone ? idleMs : afterErrorMs)
    }
    const freeSlots = maxInFlight - inFlight.deliveries.size
    const due = freeSlots > 0 ? await takeDueDeliveries(db, freeSlots, inFlight.counts) : []
    for (const delivery of due) {
      const details = { webhookId: delivery.webhookId, deliveryId: delivery.id }
      const result = runIsolated({ job: 'deliver-event' }, () => deliver(db, delivery), details)
      inFlight.add(delivery.webhookId, result)
    }
    if (due.length > 0) return
    // The end of a delivery ends the pause, because the next delivery about its subject is then due.
    await Promise.race([rest(idleMs, signal), ...inFlight.deliveries])
  }

  while (!signal.aborted) {
    const isDone = await runIsolated({ job: 'take-deliveries' }, deliverNext)
    if (!isDone) await rest(afterErrorMs, signal)
  }
  await Promise.all(inFlight.deliveries)
}

/** Releases stuck deliveries of each webhook, in turns, beside the deliveries, so that neither delays the other. */
async function releaseUntil(signal: AbortSignal): Promise<void> {
  /** Subject from which the next turn continues, by webhook id. */
  const subjects = new Map<string, string>()
  const release = async (webhookId: string) => {
    subjects.set(webhookId, await releaseStuck(db, webhookId, subjects.get(webhookId) ?? ''))
  }
  while (!signal.aborted) {
    await runIsolated({ job: 'release-deliveries' }, async () => {
      await giveUpLeft(db)
      for (const webhookId of await listActiveWebhookIds(db))
        await runIsolated({ job: 'release-deliveries' }, () => release(webhookId), { webhookId })
    })
    await rest(releaseEveryMs, signal)
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined)
}
