import { setTimeout as pause } from 'node:timers/promises'

/** A job, and the pause after each run in milliseconds. */
export type PeriodicJob = { everyMs: number; work: () => Promise<unknown> }

type Options = { signal: AbortSignal; onError: (error: unknown) => void }

/** Repeats the work until the signal aborts, with a pause of `everyMs` after each run. Errors do not end it. */
export async function repeat({ everyMs, work }: PeriodicJob, { signal, onError }: Options) {
  while (!signal.aborted) {
    await work().catch(onError)
    await pause(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
