// own process: seals the whole audit log
// writes SQL: backdates a block as its owner
import { deepEqual, equal, rejects } from 'node:assert/strict'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { attachedMonths } from '#domain/audit/audit-months.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { config } from '#server/config.ts'
import { createPool, db, row } from '#server/db.ts'
import { monthFromNow } from '#test/audit-months.ts'
import { publishHeads } from './heads.ts'
import { auditExportCommand } from './command.ts'
import { exportLog } from './export-log.ts'
import { keepAuditMonths, sealAuditLog } from './jobs.ts'
import { readHeads } from './verify-export.ts'
import { verifyLog } from './verify.ts'

const owner = createPool(config.databaseOwnerUrl, 2)
after(() => owner.end())
const folder = await mkdtemp(join(tmpdir(), 'audit-months-'))

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
