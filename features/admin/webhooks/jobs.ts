import { setTimeout as pause } from 'node:timers/promises'
import { fanOut, releaseStuck, takeDueDeliveries } from '#domain/webhooks/webhook-delivery.ts'
import { db } from '#server/db.ts'
import { deliver } from './deliver.ts'

/** Maximum number of concurrent deliveries per process. */
const maxInFlight = 64
/** Pause in milliseconds while nothing is due, and shortest time between two searches for new events. */
const idleMs = 250
const releaseEveryMs = 10_000

/** Deliveries in flight in this process, counted per webhook so that `takeDueDeliveries` can limit a slow webhook. */
class InFlight {
  readonly deliveries = new Set<Promise<void>>()
  /** Number of deliveries by webhook id. */
  readonly counts = new Map<string, number>()

  add(webhookId: string, delivery: Promise<void>): void {
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
 * Delivers events while the worker runs. Due events are sent immediately, and a slow receiver does not delay others.
 * After a crash, deliveries in flight are sent again a minute later with the same ID.
 */
export function startDelivering(onError: (error: unknown) => void): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const inFlight = new InFlight()
  let fannedOutAt = 0
  let releasedAt = 0

  async function deliverNext(): Promise<void> {
    const now = Date.now()
    if (now - fannedOutAt >= idleMs) {
      // `fanOut` turns some events into deliveries, and returns 0 if none is left.
      while (!stopping.signal.aborted && (await fanOut(db)) > 0);
      fannedOutAt = Date.now()
    }
    if (now - releasedAt >= releaseEveryMs) {
      await releaseStuck(db)
      releasedAt = Date.now()
    }
    const freeSlots = maxInFlight - inFlight.deliveries.size
    const due = freeSlots > 0 ? await takeDueDeliveries(db, freeSlots, inFlight.counts) : []
    for (const delivery of due)
      inFlight.add(delivery.webhookId, deliver(db, delivery).catch(onError))
    if (due.length > 0) return
    // The end of a delivery ends the pause, because the next delivery about its subject is then due.
    const idle = pause(idleMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    await Promise.race([idle, ...inFlight.deliveries])
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await deliverNext().catch(async (error: unknown) => {
        onError(error)
        await pause(1_000, undefined, { signal: stopping.signal }).catch(() => undefined)
      })
    }
    await Promise.all(inFlight.deliveries)
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
