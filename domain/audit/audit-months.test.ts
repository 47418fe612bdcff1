// own process: creates and drops partitions of the audit log
// writes SQL: creates audit log rows in past months
import { deepEqual, doesNotReject, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { config } from '#server/config.ts'
import { createPool, db, scalar, transaction, type Db } from '#server/db.ts'
import { monthFromNow, partsOf } from '#test/audit-months.ts'
import { attachedMonths, daysOfPartitions, makeAuditPartitions } from './audit-months.ts'
import { recordAudit } from './audit.ts'

const owner = createPool(config.databaseOwnerUrl, 2)
after(() => owner.end())

test('partitions exist for the last month, this one and the next three, and creating them again is a no-op', async () => {
  deepEqual(await attachedMonths(db), [-1, 0, 1, 2, 3].map(monthFromNow))
  equal(await makeAuditPartitions(db), 0)
  ok((await daysOfPartitions(db)) > 85)
})

test('rows around midnight are in the partitions of their days, and each row is in one', async () => {
  const month = monthFromNow(-20)
  await owner.query('select add_audit_month($1, 7)', [`${month}-01`])
  const times = [
    '01 00:00:00',
    '07 23:59:59.999999',
    '08 00:00:00',
    '21 23:59:59.999999',
    '22 00:00:00',
  ]
  for (const time of times)
    await owner.query(
      `insert into audit_log (id, timestamp, actor_kind, action) values (gen_random_uuid(), $1, 'system', 'signed_up')`,
      [`${month}-${time}+00`],
    )
  await owner.query(
    `insert into audit_log (id, timestamp, actor_kind, action)
     values (gen_random_uuid(), ($1 || '-01')::timestamp at time zone 'UTC' + interval '1 month' - interval '1 microsecond',
             'system', 'signed_up')`,
    [month],
  )
  const names = (await partsOf(owner, month))
    .map(({ name }) => name)
    .filter((name) => name.startsWith('audit_log'))
  deepEqual(
    names,
    ['01', '08', '15', '22'].map((day) => `audit_log_${month.replace('-', '_')}_${day}`),
  )
  deepEqual(await Promise.all(names.map(countIn)), [2, 1, 1, 2])
  equal((await attachedMonths(db)).includes(month), true)
})

test('a row without a partition is inserted after all, in and outside of a transaction, and its month is created', async () => {
  const month = monthFromNow(0).replace('-', '_')
  for (const isInTransaction of [true, false]) {
    await owner.query(`alter table audit_log detach partition audit_log_${month}`)
    await owner.query(`alter table audit_log_${month} rename to elsewhere`)
    const requestId = randomUUID()
    const work = (tx: Db) => recordAudit(tx, { kind: 'system', requestId }, 'signed_up')
    await doesNotReject(isInTransaction ? transaction(db, work) : work(db))
    const count = await scalar(db)`select count(*) from audit_log where request_id = ${requestId}`
    equal(count, 1)
    await owner.query(`insert into elsewhere table audit_log_${month}`)
    await owner.query(`alter table audit_log detach partition audit_log_${month}`)
    await owner.query(`drop table audit_log_${month}`)
    await owner.query(`alter table elsewhere rename to audit_log_${month}`)
    const [from, until] = [0, 1].map((months) => `${monthFromNow(months)}-01 00:00:00+00`)
    await owner.query(
      `alter table audit_log attach partition audit_log_${month} for values from ('${from}') to ('${until}')`,
    )
  }
})

test('a log of more than a hundred million rows a month gets a partition for each week, and existing months stay', async () => {
  const [coming, next] = [1, 2].map((months) => monthFromNow(months).replace('-', '_'))
  await owner.query(`drop table audit_log_${coming}, audit_sealed_${coming}`)
  await owner.query(`drop table audit_log_${next}, audit_sealed_${next}`)
  await setRows(monthFromNow(0), 100_000_008)
  equal(await makeAuditPartitions(db), 8)
  deepEqual(
    (await partsOf(owner, coming!)).slice(0, 4).map(({ name }) => name),
    ['01', '08', '15', '22'].map((day) => `audit_log_${coming}_${day}`),
  )
  equal(await makeAuditPartitions(db), 0)
  await setRows(monthFromNow(0), 100_000_000)
  equal(await makeAuditPartitions(db), 2)
  deepEqual(
    await attachedMonths(db).then((months) => months.slice(-4)),
    [0, 1, 2, 3].map(monthFromNow),
  )
})

/** Sets the estimated number of rows of a month's partition, as `analyze` would. */
async function setRows(month: string, count: number): Promise<void> {
  const url = new URL(process.env['TEST_ADMIN_URL'] ?? '')
  url.pathname = new URL(config.databaseUrl).pathname
  const admin = createPool(url.href, 1)
  await admin.query(`update pg_class set reltuples = $1 where oid = $2::text::regclass`, [
    count,
    `audit_log_${month.replace('-', '_')}`,
  ])
  await admin.end()
}

async function countIn(table: string): Promise<number> {
  const result = await owner.query(`select count(*)::int as count from ${table}`)
  return result.rows[0].count
}
