// own process: seals the whole audit log
// writes SQL: keeps transactions open, and renumbers the transactions of rows
import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { countSealed } from '#domain/audit/activity.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { config } from '#server/config.ts'
import { createPool, db, scalar, transaction, type Transaction } from '#server/db.ts'
import { totalsOfHours, recountOfLog, sealInFirstFormat, startSealing } from '#test/audit.ts'
import { deleteRows, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { verifyLog } from './verify.ts'

const owner = createPool(config.databaseOwnerUrl, 4)
after(() => owner.end())
await sealRows(db)

const countSeals = async () => (await scalar<number>(db)`select count(*) from audit_sealed`) ?? 0
const record = () => recordAudit(db, { kind: 'system' }, 'invitation_created')

/** Adds rows with times of the last ten minutes, in one transaction. */
async function addRows(count: number): Promise<void> {
  await owner.query(
    `insert into audit_log (id, timestamp, actor_kind, action)
     select gen_random_uuid(), now() - random() * interval '10 minutes', 'system', 'invitation_created'
     from generate_series(1, $1), pg_stat_force_next_flush()`,
    [count],
  )
}

/** Inserts a row, in a transaction that stays open until the returned function is called. */
async function openTransaction(id: string, age: string): Promise<() => Promise<void>> {
  const client = await owner.connect()
  await client.query('begin')
  await client.query(
    `insert into audit_log (id, timestamp, actor_kind, action) values ($1, now() - $2::interval, 'user', 'logged_out')`,
    [id, age],
  )
  return async () => {
    await client.query('commit')
    client.release()
  }
}

/** Seals, and expects each row of the log to be in exactly one block, and the chain to be without a fault. */
async function expectSealedOnce(): Promise<void> {
  // A killed worker keeps the lock until its statement ends.
  await until(async () => (await sealRows(db)) !== undefined)
  const { faults, waiting, rows } = await verifyLog(db)
  deepEqual({ faults, waiting }, { faults: [], waiting: 0 })
  equal(rows, await scalar(db)`select count(*) from audit_log`)
}

test('3S6: an open transaction holds up no other row, and its own row is sealed once it commits', async () => {
  const slow = randomUUID()
  const commit = await openTransaction(slow, '5 minutes')
  for (let time = 0; time < 3; time += 1) {
    await record()
    equal((await sealRows(db))?.blocks.length, 1)
  }
  await commit()
  equal((await sealRows(db))?.blocks[0]?.rowCount, 1)
  await expectSealedOnce()
})

test('3S6: a row that a server of an earlier version seals meanwhile is not sealed again', async () => {
  await record()
  await sealInFirstFormat(owner)
  await record()
  await expectSealedOnce()
})

test('3S6: a database that was loaded from a dump, with other transaction numbers, is sealed on', async () => {
  await record()
  // As if a dump were loaded now: the mark is ahead of this cluster, and the rows have the numbers that come next.
  await owner.query(`
    update audit_log
    set xid = (pg_current_xact_id()::text::bigint + abs(hashtext(id::text)) % 20)::text::xid8;
    update audit_seal_mark set sealed = '9000000000:9000000000:', target = null`)
  await record()
  await expectSealedOnce()
  for (let time = 0; time < 5; time += 1) {
    await record()
    await expectSealedOnce()
  }
})

test('3S6: while two processes seal concurrently, each row gets into exactly one block', async (t) => {
  const workers = [startSealing(t), startSealing(t)]
  await Promise.all(
    Array.from({ length: 400 }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 5))
      await transaction(db, async (tx) => {
        await recordAudit(tx, { kind: 'system' }, 'invitation_created')
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 50))
      })
    }),
  )
  for (const worker of workers) {
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  await expectSealedOnce()
})

test('3S6: a run reads each new row once, and neither the rows of the last hour nor their entries in the index', async () => {
  await addRows(20_000)
  const whole = await countReads()
  ok(whole.rows >= 20_000 && whole.rows < 25_000, `${whole.rows} rows were read for 20,000`)
  await owner.query('analyze audit_log, audit_sealed')
  await addRows(10)
  const { rows, pages } = await countReads()
  ok(rows > 0 && rows < 500, `${rows} rows were read`)
  ok(pages > 0 && pages < 60, `${pages} pages of the index were read`)
})

/** Seals; returns the number of rows of the log and pages of its index of transactions that this reads. */
async function countReads(): Promise<{ rows: number; pages: number }> {
  const before = await pagesRead()
  const rows = await transaction(db, async (tx) => {
    const from = await rowsRead(tx)
    await sealRows(tx)
    const to = await rowsRead(tx)
    await tx.query('select pg_stat_force_next_flush()')
    return to - from
  })
  return { rows, pages: (await pagesRead()) - before }
}

async function rowsRead(tx: Transaction): Promise<number> {
  const count = await scalar<number>(tx)`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int from pg_stat_xact_user_tables
    where relname ~ '^audit_(log|sealed)_'`
  return count ?? 0
}

async function pagesRead(): Promise<number> {
  const count = await scalar<number>(db)`
    select sum(idx_blks_hit + idx_blks_read)::int from pg_statio_user_indexes where indexrelname ~ '^audit_log_.*_xid'`
  return count ?? 0
}

test('3S7: pages that were sealed before a worker was killed stay sealed, and the next run continues after them', async (t) => {
  await addRows(45_000)
  const before = await countSeals()
  const worker = startSealing(t)
  await until(async () => (await countSeals()) > before, 20_000)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const sealed = (await countSeals()) - before
  ok(sealed > 0 && sealed < 45_000, `${sealed} rows were sealed`)
  await expectSealedOnce()
})

test('3S17: one run counts all blocks that are sealed, however many batches they need', async () => {
  await deleteRows('activity_totals', {})
  await updateRows('activity_progress', {}, { block: 0 })
  await countSealed(db)
  equal(
    await scalar(db)`select block from activity_progress`,
    await scalar(db)`select max(number) from audit_blocks`,
  )
  deepEqual(await totalsOfHours(db), await recountOfLog(db))
})

test('3S6: a row of a transaction that was open for two hours is sealed once and reported', async () => {
  const slow = randomUUID()
  const commit = await openTransaction(slow, '2 hours')
  await record()
  equal((await sealRows(db))?.late.count, 0)
  await commit()
  const sealed = await sealRows(db)
  deepEqual([sealed?.late.count, sealed?.late.first?.id], [1, slow])
  equal((await sealRows(db))?.blocks.length, 0)
  equal(await scalar(db)`select count(*) from audit_sealed where row_id = ${slow}`, 1)
  const { faults, waiting } = await verifyLog(db)
  deepEqual([waiting, faults.map(({ kind, row }) => [kind, row])], [0, [['row added', slow]]])
})
