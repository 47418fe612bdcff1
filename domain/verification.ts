import type { Db } from '#server/db.ts'
import { Overloaded } from '#server/concurrency-limit.ts'
import { refundCheck, type CredentialCheck } from './rate-limit.ts'

/** What `look` finds out about a guess that was counted. One that nobody had the time to look at was none. */
export function refundWhenBusy<Found>(
  db: Db,
  guess: CredentialCheck,
  look: () => Promise<Found>,
): Promise<Found> {
  return look().catch(async (error: unknown) => {
    if (error instanceof Overloaded) await refundCheck(db, guess)
    throw error
  })
}
