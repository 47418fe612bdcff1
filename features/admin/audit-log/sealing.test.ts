// own process: seals the whole audit log
// writes SQL: inserts late audit log rows and tests the grants of roles
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordAudit } from '#domain/audit/audit.ts'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { withSealLock } from '#domain/audit/seal-mark.ts'
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

test('of several concurrent sealers only one seals, and every row is sealed once', async () => {
  await Promise.all(
    Array.from({ length: 50 }, () => recordAudit(db, { kind: 'system' }, 'invitation_created')),
  )
  await Promise.all(Array.from({ length: 8 }, () => sealRows(db)))
  await sealRows(db)
  const { faults, waiting } = await verifyLog(db)
  deepEqual({ faults, waiting }, { faults: [], waiting: 0 })
})

test('while another process seals, a sealer returns immediately and seals nothing', async () => {
  await recordAudit(db, { kind: 'system' }, 'invitation_created')
  const during = await withSealLock(db, async () => [await sealRows(db)])
  deepEqual(during, [undefined])
  ok(await sealRows(db))
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

test('a row that is inserted into the past is reported, whether or not a later block seals it', async () => {
  const ids = ['01900000-0000-7000-8000-eeeeeeeeeeee', '01900000-0000-7000-8000-eeeeeeeeeeef']
  await recordAudit(db, { kind: 'system' }, 'invitation_created')
  await sealRows(db)
  const insert = `insert into audit_log (id, timestamp, actor_kind, action, xid)
                  values ($1, now() - interval '16 minutes', 'user', 'logged_out'`
  await owner.query(`${insert}, default)`, [ids[0]])
  // The number of a transaction whose rows are sealed already: no pass comes across this row.
  await owner.query(`${insert}, '3')`, [ids[1]])
  const late = (await sealRows(db))?.late
  deepEqual([late?.count, late?.first?.id], [1, ids[0]])
  const { faults } = await verifyLog(db)
  deepEqual(
    faults.map(({ kind, row, count }) => ({ kind, row, count })),
    [{ kind: 'row added', row: ids[0], count: 2 }],
  )
})
