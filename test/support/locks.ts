import { db, scalar } from '#server/db.ts'
import { until } from './until.ts'

/** Resolves when this number of statements on the database wait for a lock. Throws as `until` does. */
export async function untilLocked(count: number): Promise<void> {
  await until(async () => (await waiting()) === count)
}

function waiting() {
  return scalar<number>(db)`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
}
