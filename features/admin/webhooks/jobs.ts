import { setTimeout as pause } from 'node:timers/promises'
import { fanOut, maxPerWebhook, releaseStuck, takeDueDeliveries } from '#domain/webhook-delivery.ts'
import { db } from '#server/db.ts'
import { deliver } from './deliver.ts'

/** Deliveries in flight of one process. */
const atOnce = 64
const idleMs = 250
const releaseEveryMs = 10_000

/** What one process has in flight: a webhook that is slow takes only its share. */
class InFlight {
  readonly all = new Set<Promise<void>>()
  readonly #counts = new Map<string, number>()

  add(webhookId: string, sending: Promise<void>): void {
    this.#counts.set(webhookId, (this.#counts.get(webhookId) ?? 0) + 1)
    const tracked = sending.finally(() => {
      this.all.delete(tracked)
      const left = (this.#counts.get(webhookId) ?? 1) - 1
      if (left > 0) this.#counts.set(webhookId, left)
      else this.#counts.delete(webhookId)
    })
    this.all.add(tracked)
  }

  full(): string[] {
    return [...this.#counts].filter(([, count]) => count >= maxPerWebhook).map(([id]) => id)
  }
}

/**
 * Delivers events for as long as the worker runs: what is due is sent at once, and a slow receiver holds up nobody
 * else's. After a kill, what was in flight is sent again a minute later, under the same id.
 */
export function startDelivering(onError: (error: unknown) => void): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const inFlight = new InFlight()
  let fannedAt = 0
  let releasedAt = 0

  async function next(): Promise<void> {
    const now = Date.now()
    if (now - fannedAt >= idleMs) {
      while (!stopping.signal.aborted && (await fanOut(db)) > 0);
      fannedAt = Date.now()
    }
    if (now - releasedAt >= releaseEveryMs) {
      await releaseStuck(db)
      releasedAt = Date.now()
    }
    const free = atOnce - inFlight.all.size
    const due = free > 0 ? await takeDueDeliveries(db, free, inFlight.full()) : []
    for (const delivery of due)
      inFlight.add(delivery.webhookId, deliver(db, delivery).catch(onError))
    if (due.length > 0) return
    // The end of one lets the next one of its subject go.
    const idle = pause(idleMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    await Promise.race([idle, ...inFlight.all])
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await next().catch(async (error: unknown) => {
        onError(error)
        await pause(1_000, undefined, { signal: stopping.signal }).catch(() => undefined)
      })
    }
    await Promise.all(inFlight.all)
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
