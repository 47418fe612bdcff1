import { setTimeout as wait } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics for Prometheus. Each module declares its own through the functions below. */
const registry = new Registry()
const registers = [registry]

export function counter<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers })
}

/** Declares a histogram of durations in seconds. */
export function histogram<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Histogram<Label> {
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  return new Histogram({ name, help, labelNames, buckets, registers })
}

/** Declares a gauge that is read at each scrape. */
export function gauge(name: string, help: string, read: () => number): void {
  const metric: Gauge = new Gauge({ name, help, registers, collect: () => metric.set(read()) })
}

type Reading = { value: number } & Record<string, string | number>
/** The timeout of a reading. Prometheus aborts a whole scrape after ten seconds. */
const readWithinMs = 3_000

/**
 * Declares a gauge with labels that is read at each scrape, usually from the database. If `read` fails or takes more
 * than three seconds, the readings are `otherwise`, by default none. A reading contains the value and its labels.
 */
export function gaugeOfMany(
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Promise<readonly Reading[]>,
  otherwise: readonly Reading[] = [],
): void {
  // One reading at a time, so that scrapes do not occupy all connections while the database stalls.
  let reading: Promise<readonly Reading[]> | undefined
  const readOnce = () =>
    (reading ??= read()
      .catch(() => otherwise)
      .finally(() => (reading = undefined)))
  const metric: Gauge = new Gauge({
    name,
    help,
    labelNames,
    registers,
    collect: async () => {
      const timeout = wait(readWithinMs, otherwise, { ref: false })
      const readings = await Promise.race([readOnce(), timeout])
      metric.reset()
      for (const { value, ...labels } of readings) metric.set(labels, value)
    },
  })
}

let hasDefaultMetrics = false

/** Renders all metrics of this process. The first call also starts Node's default metrics (event loop, memory). */
export async function metricsText(): Promise<{ text: string; type: string }> {
  if (!hasDefaultMetrics) collectDefaultMetrics({ register: registry })
  hasDefaultMetrics = true
  return { text: await registry.metrics(), type: registry.contentType }
}
