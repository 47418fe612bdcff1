import type { Db } from '#server/db.ts'
import { Busy } from '#server/concurrency-limit.ts'
import { giveBackGuess, type Guess } from './rate-limit.ts'

/** What `look` finds out about a guess that was counted. One that nobody had the time to look at was none. */
export function lookAt<Found>(db: Db, guess: Guess, look: () => Promise<Found>): Promise<Found> {
  return look().catch(async (error: unknown) => {
    if (error instanceof Busy) await giveBackGuess(db, guess)
    throw error
  })
}
