// own process: seals the whole audit log
// writes SQL: inserts late audit log rows and tests the grants of roles
import { deepEqual, equal, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordAudit } from '#domain/audit/audit.ts'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { config } from '#server/config.ts'
import { createPool, db, transaction } from '#server/db.ts'
import { verifyLog } from './verify.ts'

const owner = createPool(config.databaseOwnerUrl, 2)
after(() => owner.end())

test('a row committed after a newer one was sealed is sealed in a later block', async () => {
  const before = (await verifyLog(db)).blocks
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const slow = transaction(db, async (tx) => {
    await recordAudit(tx, { kind: 'system' }, 'invitation_created', { targetId: 'slow' })
    await finished
  })
  await recordAudit(db, { kind: 'system' }, 'invitation_created', { targetId: 'quick' })
  await sealRows(db)
  finish()
  await slow
  equal((await verifyLog(db)).waiting, 1)
  await sealRows(db)
  const { rows } = await owner.query(`
    select a.target_id, s.block::int from audit_log a join audit_sealed s on s.row_id = a.id
    where a.target_id in ('slow', 'quick') order by s.block`)
  deepEqual(
    rows.map((row) => row.target_id),
    ['quick', 'slow'],
  )
  equal(rows[1].block > rows[0].block && rows[0].block > before, true)
  deepEqual((await verifyLog(db)).faults, [])
})

test('a row that appears long after its timestamp is reported and not sealed', async () => {
  const late = '01900000-0000-7000-8000-eeeeeeeeeeee'
  await owner.query(
    `insert into audit_log (id, timestamp, actor_kind, action) values ($1, now() - interval '16 minutes', 'user', 'logged_out')`,
    [late],
  )
  const sealed = await sealRows(db)
  deepEqual(
    sealed?.late.map((row) => row.id),
    [late],
  )
  equal((await verifyLog(db)).faults[0]?.row, late)
  await owner.query('delete from audit_log where id = $1', [late])
})

test('of several concurrent sealers only one seals, and every row is sealed once', async () => {
  await Promise.all(
    Array.from({ length: 50 }, () => recordAudit(db, { kind: 'system' }, 'invitation_created')),
  )
  await Promise.all(Array.from({ length: 8 }, () => sealRows(db)))
  await sealRows(db)
  const { faults, waiting } = await verifyLog(db)
  deepEqual({ faults, waiting }, { faults: [], waiting: 0 })
})

test("the server's database role can insert into the audit log and its seals, but not change them or its partitions", async () => {
  const month = new Date().toISOString().slice(0, 7).replace('-', '_')
  for (const table of ['audit_log', 'audit_sealed', 'audit_blocks', `audit_log_${month}`]) {
    await rejects(db.query(`delete from ${table}`), /permission denied/)
    await rejects(db.query(`truncate ${table}`), /permission denied/)
  }
  await rejects(db.query(`update audit_log set action = 'x'`), /permission denied/)
  await rejects(db.query(`insert into audit_log_${month} table audit_log`), /permission denied/)
})
