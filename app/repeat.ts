import { setTimeout as pause } from 'node:timers/promises'
import { runIsolated } from '#server/run-isolated.ts'

/** A job, and the pause after each run in milliseconds. */
export type PeriodicJob = { everyMs: number; work: () => Promise<unknown> }

/** Repeats a job until the signal aborts, with a pause of `everyMs` after each run. Errors do not end it. */
export async function repeat(job: string, { everyMs, work }: PeriodicJob, signal: AbortSignal) {
  while (!signal.aborted) {
    await runIsolated({ job }, work)
    await pause(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
