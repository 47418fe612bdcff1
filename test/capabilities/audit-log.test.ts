// covers job:seal-audit-log, job:keep-audit-months, command:audit:verify, command:audit:export
// covers command:audit:retire, command:audit:check-model
import { equal, match } from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test, type TestContext } from 'node:test'
import { listEntries } from '../../features/admin/audit-log/contract.ts'
import { command, runCommand } from './command.ts'
import { newUser } from './people.ts'
import { place } from './place.ts'
import { admin } from './staff.ts'
import { executeSql } from './time.ts'
import { until } from './until.ts'
import { withWorker } from './worker-process.ts'

// Own program: removing a month from the log would change the counts of other tests.

test('entries are sealed within seconds, and their heads are published', async () => {
  const user = await newUser()
  const [entry] = await admin.browser.call(listEntries, { query: { user: user.id } })
  await until('the seal', async () => {
    const sealed = 'select from audit_sealed where row_id = $1'
    return (await executeSql(sealed, [entry?.id])).length > 0
  })
  await until('its head', async () => {
    const [last] = await executeSql('select max(number)::int as number from audit_blocks')
    const heads = await readFile(headsFile(), 'utf8')
    return new RegExp(`"number":"?${last?.['number']}\\b`).test(heads)
  })
})

test('an operator exports the log, and verifies it in the database and in the export', async (t) => {
  const file = path.join(await newFolder(t), 'log.jsonl')
  match(await command(['audit:verify', '--heads', headsFile()]), /rows/)
  match(await command(['audit:export', '--to', file]), /rows and \d+ blocks are in/)
  match(await command(['audit:verify', '--export', file]), /rows/)
  const damaged = (await readFile(file, 'utf8')).replace('signed_up', 'signed_in')
  await writeFile(file, damaged)
  equal((await runCommand(['audit:verify', '--export', file])).code, 1)
})

test('an operator applies the model of two-person approval to the log', async () => {
  match(
    await command(['audit:check-model']),
    /steps of the last day were checked, none is forbidden/,
  )
})

test('a month older than the retention is exported and removed from the log', async (t) => {
  const folder = await newFolder(t)
  const month = await addMonth()
  match(await command(['audit:retire', '--to', folder]), new RegExp(`${month} was exported`))
  equal((await readdir(folder)).join(), `audit-${month}.jsonl.gz`)
  equal(await hasMonth(month), false)
})

test('a worker retires old months automatically, and creates the partitions of coming months', async (t) => {
  const folder = await newFolder(t)
  const month = await addMonth()
  const [last] = await executeSql<{ month: string }>(
    `select to_char(now() + interval '3 months', 'YYYY_MM') as month`,
  )
  for (const table of ['audit_log', 'audit_sealed'])
    await executeSql(`drop table ${table}_${last?.month}`)
  const work = async () => {
    await until('the file of the month', async () => (await readdir(folder)).length > 0)
    await until('the end of the month', async () => !(await hasMonth(month)))
    await until('the coming month', () => hasMonth((last?.month ?? '').replace('_', '-')))
  }
  await withWorker(work, { AUDIT_ARCHIVE: folder })
})

function headsFile(): string {
  return place.environment['AUDIT_HEADS'] ?? ''
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-audit-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

/** Adds the tables of a month long ago; returns the month. */
async function addMonth(): Promise<string> {
  const month = `${randomInt(1_900, 2_020)}-${String(randomInt(1, 13)).padStart(2, '0')}`
  await executeSql('select add_audit_month($1, 31)', [`${month}-01`])
  return month
}

async function hasMonth(month: string): Promise<boolean> {
  const [partition] = await executeSql(
    `select from pg_inherits where inhparent = 'audit_log'::regclass
       and inhrelid = to_regclass('audit_log_' || $1)`,
    [month.replace('-', '_')],
  )
  return partition !== undefined
}
