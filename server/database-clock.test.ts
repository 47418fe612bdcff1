import { ok } from 'node:assert/strict'
import { test } from 'node:test'
import { withClockAhead } from '#test/clock.ts'
import { databaseNow, readDatabaseClock } from './database-clock.ts'
import { db, scalar } from './db.ts'

test('3S13: the time of the database is known to within a second on a server whose clock jumps', async () => {
  await readDatabaseClock(db)
  for (const minutes of [0, 180, -180]) {
    const known = await withClockAhead(minutes, databaseNow)
    const time = await scalar<Date>(db)`select clock_timestamp()`
    ok(Math.abs(known - Number(time)) < 1_000, `${minutes} minutes`)
  }
})
