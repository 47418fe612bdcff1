import { setTimeout } from 'node:timers/promises'
import { db, transaction, type Transaction } from '#server/db.ts'

/** Time for the call to reach the change. A call that waits for it ends only after the commit. */
const reachMs = 500

/** Makes a change, starts a call before the change is committed, and returns the outcome of the call. */
export async function callBeside(
  change: (tx: Transaction) => Promise<unknown>,
  call: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const outcome = await transaction(db, async (tx) => {
    await change(tx)
    const calling = Promise.allSettled([call()])
    await Promise.race([calling, setTimeout(reachMs)])
    return { calling }
  })
  return (await outcome.calling)[0]!
}
