import { test } from 'node:test'
import { withWorker } from './worker-process.ts'

/** Changes rows so that something is due, and returns what must be seen once a worker has run. */
export type DueWork = { title: string; prepare: () => Promise<() => Promise<unknown>> }

/** Prepares all, starts one more worker, and checks each effect in a test of its own. */
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
