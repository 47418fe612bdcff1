// own process: seals the whole audit log
// writes SQL: creates audit log rows in past months
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  attachedMonths,
  detachMonth,
  makeAuditPartitions,
  withMonthsLock,
} from '#domain/audit/audit-months.ts'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { config } from '#server/config.ts'
import { createPool, db } from '#server/db.ts'
import { addMonth, monthFromNow, partsOf } from '#test/audit-months.ts'
import { enterCode, enterPassword } from '#test/logins.ts'
import { addUser, visitor, type TestUser } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { auditRetireCommand } from './command.ts'
import { retireMonths } from './retire-months.ts'
import { verifyExportCommand } from './verify-export-command.ts'
import { verifyLog } from './verify.ts'

const owner = createPool(config.databaseOwnerUrl, 2)
after(() => owner.end())
const folder = await mkdtemp(join(tmpdir(), 'audit-archive-'))

const detach = (month: string) => withMonthsLock((client) => detachMonth(client, month))

async function logInByCode(user: TestUser): Promise<void> {
  // A code works once.
  await updateRows('second_factors', { userId: user.id }, { lastStep: 0 })
  const browser = await visitor()
  await enterPassword(browser, user)
  await enterCode(browser, user)
  equal(await browser.isLoggedIn(), true)
}

for (const [days, age] of [
  [7, -17],
  [31, -15],
] as const)
  test(`a month in partitions of ${days} days is archived, verified and detached, and the log still verifies`, async () => {
    const archive = await mkdtemp(join(folder, 'archive-'))
    const [old, recent] = [monthFromNow(age), monthFromNow(-13)]
    await addMonth(owner, old, 5, days)
    await addMonth(owner, recent, 0)
    await sealRows(db)
    const tables = (await partsOf(owner, old)).map(({ name }) => name)
    equal(tables.length, days === 7 ? 8 : 2)
    deepEqual(await auditRetireCommand(['--to', archive]), [
      `${old} was exported to ${archive} and detached from the log.`,
      `To free the disk: drop table ${tables.join(', ')}`,
    ])
    equal((await attachedMonths(db)).includes(old), false)
    equal((await attachedMonths(db)).includes(recent), true)
    deepEqual(await readdir(archive), [`audit-${old}.jsonl.gz`])
    const output = await verifyExportCommand(['--export', join(archive, `audit-${old}.jsonl.gz`)])
    match(output.join(), /^5 rows/)
    await sealRows(db)
    deepEqual(await faultsOfLog(), [])
    match((await auditRetireCommand(['--to', archive])).join(), /No month is older/)
    await rejects(auditRetireCommand([]), /--to is missing/)
  })

test('detaching a month waits for a long transaction on the log, in several attempts, and users log in meanwhile', async () => {
  const month = monthFromNow(-16)
  await addMonth(owner, month, 1)
  const ada = await addUser()
  // The first login starts the server.
  await logInByCode(ada)
  const holder = await owner.connect()
  await holder.query('begin; select from audit_log limit 1')
  const detaching = detach(month)
  await until(async () => (await partsOf(owner, month)).some(({ isPending }) => isPending))
  const start = performance.now()
  for (let count = 1; count <= 3; count += 1) await logInByCode(ada)
  // Longer than one attempt waits.
  await wait(Math.max(0, 2_500 - (performance.now() - start)))
  equal((await partsOf(owner, month)).length, 2)
  const other = detach(month).catch(String)
  equal(await Promise.race([other, wait(1_000, 'waits')]), undefined)
  await holder.query('commit')
  holder.release()
  await detaching
  deepEqual(await partsOf(owner, month), [])
})

test('a detachment that was killed is finished by the next run, also between the two tables', async () => {
  const archive = await mkdtemp(join(folder, 'archive-'))
  const month = monthFromNow(-21)
  await addMonth(owner, month, 3)
  await sealRows(db)
  const holder = await owner.connect()
  await holder.query('begin; select from audit_log limit 1')
  const retiring = retireMonths(archive)
  const failure = rejects(retiring, /terminat/i)
  await until(async () => (await partsOf(owner, month)).some(({ isPending }) => isPending))
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where query like '%detach partition%concurrently' and pid <> pg_backend_pid()`,
  )
  await failure
  await holder.query('commit')
  holder.release()
  deepEqual(
    (await partsOf(owner, month)).map(({ isPending }) => isPending),
    [true, false],
  )
  deepEqual(await faultsOfLog(), [])
  await rejects(retireMonths(join(archive, 'other')), /audit-[\d-]+\.jsonl\.gz does not exist/)
  equal((await retireMonths(archive))?.length, 1)
  deepEqual(await partsOf(owner, month), [])
  const file = join(archive, `audit-${month}.jsonl.gz`)
  match((await verifyExportCommand(['--export', file])).join(), /^3 rows/)
})

test('of two processes that retire and create months concurrently, one retires, and both create', async () => {
  const archive = await mkdtemp(join(folder, 'archive-'))
  const month = monthFromNow(-18)
  await addMonth(owner, month, 2)
  await sealRows(db)
  const coming = monthFromNow(3).replace('-', '_')
  await owner.query(`drop table audit_log_${coming}, audit_sealed_${coming}`)
  const retiring = [retireMonths(archive), retireMonths(archive)]
  const making = [makeAuditPartitions(db), makeAuditPartitions(db)]
  const retired = await Promise.allSettled(
    retiring.map((each) => each.then((months) => months?.length)),
  )
  deepEqual(
    retired
      .map((each) => (each.status === 'fulfilled' ? (each.value ?? 'locked') : each.reason))
      .sort(),
    [1, 'locked'],
  )
  deepEqual((await Promise.all(making)).sort(), [0, 2])
  equal((await attachedMonths(db)).includes(monthFromNow(3)), true)
})

test('an archive that was changed, truncated or not finished is not trusted', async () => {
  const archive = await mkdtemp(join(folder, 'archive-'))
  const month = monthFromNow(-19)
  await addMonth(owner, month, 2)
  await sealRows(db)
  await owner.query(`update audit_log set action = 'logged_out' where timestamp < $1`, [
    `${monthFromNow(-18)}-01`,
  ])
  await rejects(retireMonths(archive), /stays in the log: row .* was changed/)
  equal((await attachedMonths(db)).includes(month), true)
  await owner.query(`update audit_log set action = 'signed_up' where timestamp < $1`, [
    `${monthFromNow(-18)}-01`,
  ])
  equal((await retireMonths(archive))?.length, 1)
  const file = join(archive, `audit-${month}.jsonl.gz`)
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, -20))
  await rejects(verifyExportCommand(['--export', file]), /unexpected end of file/)
  const text = gunzipSync(bytes).toString().replace('signed_up', 'logged_out')
  await writeFile(file, gzipSync(text))
  await rejects(verifyExportCommand(['--export', file]), /was changed/)
})

test('detaching a month that is within the retention is detected', async () => {
  await addMonth(owner, monthFromNow(-2), 1)
  await sealRows(db)
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
  deepEqual(await faultsOfLog(), [])
})

/** Verifies the log. Rows of months that a test has added after newer rows are late, which is not counted. */
async function faultsOfLog(heads?: string) {
  return (await verifyLog(db, heads)).faults.filter(({ kind }) => kind !== 'row added')
}
