// own process: seals the whole audit log
// writes SQL: tampering with the audit log is the subject
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { totalsOfHours, recountOfLog, sealAndCount, sealInFirstFormat } from '#test/audit.ts'
import { addUser } from '#test/people.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { config } from '#server/config.ts'
import { createPool, db, transaction } from '#server/db.ts'
import { exportLog } from './export-log.ts'
import { verifyExport } from './verify-export.ts'
import { verifyLog } from './verify.ts'

/** A log begun by an older version; its first block does not cover the company of a row. */
const owner = createPool(config.databaseOwnerUrl, 2)
after(() => owner.end())
const file = join(await mkdtemp(join(tmpdir(), 'formats-')), 'audit.jsonl')
const { id: userId } = await addUser()
await recordAudit(db, { kind: 'system' }, 'backup_created', { data: { name: 'of before' } })
await sealInFirstFormat(owner)
await recordAudit(db, { userId }, 'login_succeeded', { data: { name: 'of today' } })
await sealAndCount()

async function findFaultsAfter(statement: string): Promise<string[]> {
  const rollback = new Error('undone')
  let kinds: string[] = []
  await rejects(
    transaction(owner, async (tx) => {
      await tx.query(statement)
      kinds = (await verifyLog(tx)).faults.map(({ kind }) => kind)
      throw rollback
    }),
    rollback,
  )
  return kinds
}

const old = `data->>'name' = 'of before'`
const recent = `data->>'name' = 'of today'`

test('blocks of both formats are verified and counted', async () => {
  const { rows } = await owner.query('select format, row_count from audit_blocks order by number')
  deepEqual(
    rows.map(({ format }) => format),
    [1, 2],
  )
  deepEqual((await verifyLog(db)).faults, [])
  deepEqual(await totalsOfHours(db), await recountOfLog(db))
})

test('a changed row is detected in both formats, and a changed company in the format that seals it', async () => {
  for (const where of [old, recent]) {
    deepEqual(
      await findFaultsAfter(`update audit_log set data = data || '{"a": 1}' where ${where}`),
      ['row changed'],
    )
  }
  const moved = `update audit_log set company_id = '${randomUUID()}' where ${recent}`
  deepEqual(await findFaultsAfter(moved), ['row changed'])
  deepEqual(await findFaultsAfter(`update audit_log set company_id = null where ${recent}`), [
    'row changed',
  ])
})

test('the deletion of all blocks is detected by the seals that are left', async () => {
  deepEqual(await findFaultsAfter('delete from audit_blocks'), ['block missing'])
})

test('a block with a changed format number is detected', async () => {
  for (const [number, format] of [
    [1, 2],
    [2, 1],
    [2, 3],
  ]) {
    const kinds = await findFaultsAfter(
      `update audit_blocks set format = ${format} where number = ${number}`,
    )
    equal(kinds.includes('block changed'), true)
  }
})

test('an export contains the sealed fields and can be verified without a database', async () => {
  await exportLog(db, file)
  deepEqual((await verifyExport(file)).faults, [])
  const text = await readFile(file, 'utf8')
  const lengths = [...text.matchAll(/^\{"row":(\[.*\]),"hash"/gm)].map(
    ([, row = '']) => (JSON.parse(row) as unknown[]).length,
  )
  deepEqual(lengths, [10, 11])
  const company = /"([0-9a-f-]{36})"\],"hash"/.exec(text)?.[1] ?? ''
  await writeFile(file, text.replace(company, randomUUID()))
  deepEqual(
    (await verifyExport(file)).faults.map(({ kind }) => kind),
    ['row changed'],
  )
  match(text, /^\{"format":"portico audit log 2"/)
})

test('an export of an older version, whose blocks have no format number, is verified', async () => {
  await exportLog(db, file)
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, 3)
  const before = lines.join('\n').replace('log 2', 'log 1').replace('"format":1,', '')
  await writeFile(file, before)
  const { faults, rows } = await verifyExport(file)
  deepEqual({ faults, rows }, { faults: [], rows: 1 })
})
