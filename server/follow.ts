import { setTimeout as wait } from 'node:timers/promises'
import { logger } from './log.ts'

/** Calls `read` every `everyMs` milliseconds until it is stopped. Logs failures and continues. */
export function follow(
  subject: string,
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
        logger.warn({ err: error }, `${subject} could not be read`),
      )
    }
  }
  void repeat()
  return { stop: () => stopping.abort() }
}
