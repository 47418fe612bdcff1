import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What Prometheus is told. Whoever counts something makes its counter here, beside the deed. */
const registry = new Registry()
const registers = [registry]

export function counter<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers })
}

export function histogram<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Histogram<Label> {
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  return new Histogram({ name, help, labelNames, buckets, registers })
}

/** A number that is looked up whenever somebody asks for it. */
export function gauge(name: string, help: string, now: () => number): void {
  const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(now()) })
}

export type Reading = { labels: Record<string, string>; value: number }

/** The same for what the database knows; while it does not answer there is no number. */
export function gaugeOfMany(
  about: { name: string; help: string; labelNames: readonly string[] },
  now: () => Promise<readonly Reading[]>,
): void {
  const made: Gauge = new Gauge({
    ...about,
    registers,
    collect: async () => {
      made.reset()
      for (const { labels, value } of await now().catch(() => [])) made.set(labels, value)
    },
  })
}

let isWatching = false

/** Everything of this process as text. The first call begins to watch the event loop and the memory. */
export async function metricsText(): Promise<{ text: string; type: string }> {
  if (!isWatching) collectDefaultMetrics({ register: registry })
  isWatching = true
  return { text: await registry.metrics(), type: registry.contentType }
}
