// own process: declares metrics, and counts the updates of a table
import { match } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { addRows, fromNow, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { declareDatabaseMetrics } from './database-metrics.ts'
import { db, scalar } from './db.ts'
import { metricsText } from './metrics.ts'

test('metrics of PostgreSQL show dead rows, updates, checkpoints, WAL, slots and archiving, without further privileges', async (t) => {
  declareDatabaseMetrics()
  const admin = new pg.Client({ connectionString: process.env['TEST_ADMIN_URL'] ?? '' })
  await admin.connect()
  const slot = `test_${randomBytes(4).toString('hex')}`
  await admin.query('select pg_create_physical_replication_slot($1, true)', [slot])
  t.after(async () => {
    await admin.query('select pg_drop_replication_slot($1)', [slot])
    await admin.end()
  })
  const checks = Array.from({ length: 10_000 }, () => ({
    answerHash: randomBytes(32),
    expiresAt: fromNow('1 hour'),
  }))
  await addRows('human_checks', checks)
  await updateRows('human_checks', {}, { expiresAt: fromNow('2 hours') })
  await until(async () => {
    const count = await scalar<number>(db)`
      select n_tup_upd from pg_stat_user_tables where relname = 'human_checks'`
    return (count ?? 0) >= 10_000
  })
  const { text } = await metricsText()
  match(text, /portico_database_dead_rows_ratio\{table="human_checks"\} 0\.[1-9]/)
  match(text, /portico_database_updates\{table="human_checks"\} 10000\n/)
  match(text, /portico_database_hot_updates\{table="human_checks"\} \d+\n/)
  match(text, /portico_database_checkpoints\{kind="timed"\} \d+\n/)
  match(text, /portico_database_checkpoints\{kind="requested"\} \d+\n/)
  match(text, /portico_database_wal_bytes [1-9]\d+\n/)
  match(text, new RegExp(`portico_database_slot_bytes\\{slot="${slot}"\\} \\d+\n`))
  match(text, /portico_database_transaction_seconds \d/)
  match(text, /portico_database_archive_failing 0\n/)
})
