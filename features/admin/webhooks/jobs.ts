import { setTimeout as pause } from 'node:timers/promises'
import {
  fanOut,
  maxPerWebhook,
  releaseStuck,
  takeDueDeliveries,
} from '#domain/webhooks/webhook-delivery.ts'
import { db } from '#server/db.ts'
import { deliver } from './deliver.ts'

/** Maximum number of concurrent deliveries per process. */
const atOnce = 64
const idleMs = 250
const releaseEveryMs = 10_000

/** Deliveries in flight in this process. Limited per webhook, so that a slow one cannot take all slots. */
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
 * Delivers events while the worker runs. Due events are sent immediately, and a slow receiver does not delay others.
 * After a crash, deliveries in flight are sent again a minute later with the same ID.
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
    // A finished delivery allows the next one about its subject.
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
