import { test } from 'node:test'
import { withWorker } from './worker-process.ts'

/**
 * A periodic job's test. `prepare` changes rows so that work is due; it returns a check to run after a worker has run.
 */
export type DueWork = { title: string; prepare: () => Promise<() => Promise<unknown>> }

/** Prepares all cases, starts another worker, and runs each check as a subtest. */
export function testDueWork(
  title: string,
  all: readonly DueWork[],
  environment: Record<string, string> = {},
): void {
  void test(title, async (t) => {
    const prepared = await Promise.allSettled(all.map(({ prepare }) => prepare()))
    const work = async () => {
      for (const [index, outcome] of prepared.entries())
        await t.test(all[index]?.title, async () => {
          if (outcome.status === 'rejected') throw outcome.reason
          await outcome.value()
        })
    }
    await withWorker(work, environment)
  })
}
