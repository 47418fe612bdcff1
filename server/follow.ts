import { setTimeout as wait } from 'node:timers/promises'
import { logger } from './log.ts'

/** Reads something again every so often until it is stopped. A failure is logged, and the next time comes. */
export function follow(
  what: string,
  everyMs: number,
  read: () => Promise<void>,
): { stop: () => void } {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeat = async () => {
    while (!signal.aborted) {
      await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      await read().catch((error: unknown) =>
        logger.warn({ err: error }, `${what} could not be read`),
      )
    }
  }
  void repeat()
  return { stop: () => stopping.abort() }
}
