// own process: seals the whole audit log
// writes SQL: creates audit log rows in past months
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { recordAudit } from '#domain/audit/audit.ts'
import { attachedMonths, detachMonth, makeAuditPartitions } from '#domain/audit/audit-months.ts'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { config } from '#server/config.ts'
import { createPool, db, row } from '#server/db.ts'
import { enterCode, enterPassword } from '#test/logins.ts'
import { addUser, visitor, type TestUser } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { publishHeads } from './heads.ts'
import { auditExportCommand, auditRetireCommand } from './command.ts'
import { exportLog } from './export-log.ts'
import { keepAuditMonths, sealAuditLog } from './jobs.ts'
import { verifyExportCommand } from './verify-export-command.ts'
import { readHeads } from './verify-export.ts'
import { verifyLog } from './verify.ts'

const owner = createPool(config.databaseOwnerUrl, 2)
after(() => owner.end())
const folder = await mkdtemp(join(tmpdir(), 'audit-months-'))

function monthFromNow(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
    .toISOString()
    .slice(0, 7)
}

async function addOldRows(month: string, count: number): Promise<void> {
  await owner.query(
    `insert into audit_log (id, timestamp, actor_kind, action)
     select gen_random_uuid(), ($1 || '-10')::timestamp at time zone 'UTC', 'system', 'signed_up'
     from generate_series(1, $2)`,
    [month, count],
  )
}

async function logInByCode(user: TestUser): Promise<void> {
  // A code works once.
  await updateRows('second_factors', { userId: user.id }, { lastStep: 0 })
  const browser = await visitor()
  await enterPassword(browser, user)
  await enterCode(browser, user)
  equal(await browser.isLoggedIn(), true)
}

/** Returns the time since which a detachment waits for its lock, '' if none waits. */
async function waitingAttempt(): Promise<string> {
  const { rows } = await owner.query(
    `select coalesce(max(waitstart)::text, '') as start from pg_locks
     where relation = 'audit_log'::regclass and mode = 'AccessExclusiveLock' and not granted`,
  )
  return rows[0].start
}

async function countIn(table: string): Promise<number> {
  const result = await owner.query(`select count(*)::int as count from ${table}`)
  return result.rows[0].count
}

test('partitions exist for this month and the next three, and creating them again is a no-op', async () => {
  deepEqual(await attachedMonths(db), [0, 1, 2, 3].map(monthFromNow))
  equal(await makeAuditPartitions(db), 0)
})

test('a row of a month without a partition goes to the default partition, and moves when the partition is created', async () => {
  const month = monthFromNow(-2)
  await addOldRows(month, 3)
  equal(await countIn('audit_log_default'), 3)
  await makeAuditPartitions(db)
  equal(await countIn('audit_log_default'), 0)
  equal(await countIn(`audit_log_${month.replace('-', '_')}`), 3)
})

test('a month older than the retention is exported, verified and detached, and the log still verifies', async () => {
  const [old, recent] = [monthFromNow(-15), monthFromNow(-13)]
  await addOldRows(old, 5)
  await addOldRows(recent, 4)
  await makeAuditPartitions(db)
  await sealRows(db)
  match((await auditRetireCommand(['--to', folder])).join(), new RegExp(`^${old} was exported`))
  equal((await attachedMonths(db)).includes(old), false)
  equal((await attachedMonths(db)).includes(recent), true)
  deepEqual(await readdir(folder), [`audit-${old}.jsonl`])
  const output = await verifyExportCommand(['--export', join(folder, `audit-${old}.jsonl`)])
  match(output.join(), /^5 rows/)
  await sealRows(db)
  deepEqual((await verifyLog(db)).faults, [])
  match((await auditRetireCommand(['--to', folder])).join(), /No month is older/)
  await rejects(auditRetireCommand([]), /--to is missing/)
})

test('detaching a month waits for a long transaction on the log, in several attempts, and users log in meanwhile', async () => {
  const month = monthFromNow(-16)
  await addOldRows(month, 1)
  await makeAuditPartitions(db)
  const ada = await addUser()
  // The first login starts the server.
  await logInByCode(ada)
  const holder = await owner.connect()
  await holder.query('begin; select from audit_log limit 1')
  const isDetached = async () => !(await attachedMonths(db)).includes(month)
  const detaching = detachMonth(month)
  let attempt = ''
  for (let count = 1; count <= 3; count += 1) {
    const former = attempt
    await until(async () => (attempt = await waitingAttempt()) > former)
    await logInByCode(ada)
  }
  equal(await isDetached(), false)
  await holder.query('commit')
  holder.release()
  await detaching
  equal(await isDetached(), true)
})

test('detaching a month that is within the retention is detected', async () => {
  const month = monthFromNow(-2).replace('-', '_')
  await owner.query(`alter table audit_log detach partition audit_log_${month}`)
  await owner.query(`alter table audit_sealed detach partition audit_sealed_${month}`)
  equal((await verifyLog(db)).faults[0]?.kind, 'seals changed')
  for (const table of ['audit_log', 'audit_sealed']) {
    const [from, to] = [-2, -1].map((months) => `${monthFromNow(months)}-01 00:00:00+00`)
    await owner.query(
      `alter table ${table} attach partition ${table}_${month} for values from ('${from}') to ('${to}')`,
    )
  }
  deepEqual((await verifyLog(db)).faults, [])
})

test('each head is appended to the configured file in order', async () => {
  const file = join(folder, 'heads.jsonl')
  config.auditHeads = file
  await recordAudit(db, { kind: 'system' }, 'signed_up')
  await sealAuditLog()
  await recordAudit(db, { kind: 'system' }, 'signed_up')
  await sealAuditLog()
  const heads = await Array.fromAsync(readHeads(file))
  const last = await row<{ number: number }>(db)`select max(number) as number from audit_blocks`
  deepEqual(
    heads.map(({ number }) => number),
    [(last?.number ?? 0) - 1, last?.number],
  )
  deepEqual((await verifyLog(db, file)).faults, [])
  config.auditHeads = ''
})

test('a head that could not be published is published with the next one', async () => {
  const [head] = await Array.fromAsync(readHeads(join(folder, 'heads.jsonl')))
  const block = { ...head!, previousHash: '', month: '', rowCount: 0, rowsHash: '' }
  config.auditHeads = join(folder, 'nowhere', 'heads.jsonl')
  await rejects(publishHeads([block]), /ENOENT/)
  config.auditHeads = join(folder, 'later.jsonl')
  await publishHeads([{ ...block, number: block.number + 1 }])
  const heads = await Array.fromAsync(readHeads(config.auditHeads))
  deepEqual(
    heads.map(({ number }) => number),
    [block.number, block.number + 1],
  )
  equal((await readFile(config.auditHeads, 'utf8')).includes('PRIVATE'), false)
  config.auditHeads = ''
})

test('a file of heads with an invalid line is rejected with the line number', async () => {
  const file = join(folder, 'wrong.jsonl')
  await (await import('node:fs/promises')).writeFile(file, '{"number":1}\n')
  await rejects(verifyLog(db, file), /wrong\.jsonl, line 1 is not a head of the audit log/)
})

test('a log without new rows gets an empty block once in fifteen minutes', async () => {
  await sealRows(db)
  equal((await sealRows(db))?.blocks.length, 0)
  await owner.query(`
    with moved as (select number from audit_blocks order by number desc limit 1)
    update audit_blocks set made_at = made_at - interval '16 minutes' where number = (select number from moved)`)
  const sealed = await sealRows(db)
  deepEqual(
    sealed?.blocks.map(({ rowCount }) => rowCount),
    [0],
  )
})

test('the monthly job creates the partitions of the coming months', async () => {
  await keepAuditMonths()
  equal((await attachedMonths(db)).includes(monthFromNow(3)), true)
})

test('the export of a month that does not exist is refused, and an export that fails leaves no file', async () => {
  const emptyFolder = await mkdtemp(join(tmpdir(), 'audit-failed-'))
  const to = join(emptyFolder, 'audit.jsonl')
  for (const month of ['2026-13', '2026-00', '0000-01'])
    await rejects(auditExportCommand(['--to', to, '--from', month]), /is not a month/)
  await rejects(exportLog(db, to, { from: '2026-13' }), /out of range/)
  deepEqual(await readdir(emptyFolder), [])
})
