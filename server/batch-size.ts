/** How many rows are forgotten by one statement: few enough that nobody waits for it. */
export const batchSize = 1_000

/** Forgets some at a time until there is nothing left, or, after a long standstill, until the next time. */
export async function runInBatches(forgetSome: () => Promise<number>): Promise<number> {
  let count = 0
  for (let turn = 0; turn < 1_000; turn += 1) {
    const some = await forgetSome()
    count += some
    if (some < batchSize) break
  }
  return count
}
