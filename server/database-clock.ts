import { scalar, type Db } from './db.ts'
import { follow } from './follow.ts'

/**
 * Milliseconds between `performance.now` and the clock of the database. `performance.now` does not jump with the clock
 * of this server.
 */
let offsetMs: number | undefined

/**
 * Returns the time in milliseconds by the clock of the database, as it was read in the last minute. All servers agree on
 * it, so it decides what expires. Returns the time of this machine before the first reading, as in commands.
 */
export function databaseNow(): number {
  return offsetMs === undefined ? Date.now() : Math.round(performance.now() + offsetMs)
}

/** Reads the clock of the database. */
export async function readDatabaseClock(db: Db): Promise<void> {
  const startedAt = performance.now()
  const time = await scalar<Date>(db)`select clock_timestamp()`
  if (time) offsetMs = time.getTime() - (startedAt + performance.now()) / 2
}

const everyMs = 60_000

/** Reads the clock of the database every minute, for as long as the process runs. */
export function followDatabaseClock(db: Db): { stop: () => void } {
  return follow('the clock of the database', everyMs, () => readDatabaseClock(db))
}
