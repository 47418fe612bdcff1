// writes SQL: tampers with the audit log
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { config } from '#server/config.ts'
import { createPool, db, transaction } from '#server/db.ts'
import { auditExportCommand, auditVerifyCommand } from '../../features/admin/audit-log/command.ts'
import { verifyExportCommand } from '../../features/admin/audit-log/verify-export-command.ts'
import { verifyExport } from '../../features/admin/audit-log/verify-export.ts'
import { verifyLog } from '../../features/admin/audit-log/verify.ts'

const owner = createPool(config.databaseOwnerUrl, 2)
after(() => owner.end())
const folder = await mkdtemp(join(tmpdir(), 'audit-'))

const headsFile = join(folder, 'heads.jsonl')

/** Seals 100,000 rows of the last day, and writes the heads to a file. */
await owner.query(`
  insert into audit_log (id, timestamp, actor_kind, actor_id, action, data, ip_address, request_id)
  select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         now() - interval '1 day' + n * interval '0.8 seconds', 'user', 'u' || n % 100, 'login_succeeded',
         jsonb_build_object('sessionId', n, 'exact', 9007199254740993 + n), '192.0.2.' || n % 250, 'r' || n
  from generate_series(1, 100000) n`)

const sealed = await sealRows(db)
await writeFile(headsFile, sealed?.blocks.map((head) => `${JSON.stringify(head)}\n`).join('') ?? '')

/** Runs a statement as the database owner, returns the faults of a verification, and rolls back. */
async function findFaultsAfter(statement: string, heads?: string) {
  const rollback = new Error('undone')
  let findings: { kind: string; row: string | undefined; block: number | undefined }[] = []
  await rejects(
    transaction(owner, async (tx) => {
      await tx.query(statement)
      const { faults } = await verifyLog(tx, heads)
      findings = faults.map(({ kind, row, block }) => ({ kind, row, block }))
      throw rollback
    }),
    rollback,
  )
  return findings
}

const id = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

test('an unchanged log verifies, and the report states that a truncated end is not detected without heads', async () => {
  const { faults, rows, blocks, waiting, heads } = await verifyLog(db, headsFile)
  deepEqual({ faults, rows, waiting }, { faults: [], rows: 100_000, waiting: 0 })
  equal(heads, blocks)
  equal(blocks >= 20, true)
  match(
    (await auditVerifyCommand([])).join('\n'),
    /Without --heads a truncated end of the log is not detected/,
  )
})

test('a value changed by the database owner is detected, however small the change', async () => {
  const changes = [
    `data = jsonb_set(data, '{sessionId}', '77778')`,
    // A change that a JavaScript number cannot represent.
    `data = jsonb_set(data, '{exact}', to_jsonb((data ->> 'exact')::numeric + 1))`,
    `ip_address = ip_address || ' '`,
    `target_id = ''`,
    `timestamp = timestamp + interval '1 microsecond'`,
  ]
  for (const change of changes.slice(0, 4)) {
    deepEqual(await findFaultsAfter(`update audit_log set ${change} where id = '${id(77_777)}'`), [
      { kind: 'row changed', row: id(77_777), block: 16 },
    ])
  }
  const moved = await findFaultsAfter(
    `update audit_log set ${changes[4]} where id = '${id(77_777)}'`,
  )
  deepEqual(moved[0], { kind: 'row removed', row: id(77_777), block: 16 })
})

test('a deleted row is detected, even if its seal was deleted too', async () => {
  const deletion = `delete from audit_log where id = '${id(33_333)}'`
  deepEqual(await findFaultsAfter(deletion), [{ kind: 'row removed', row: id(33_333), block: 7 }])
  const both = `${deletion}; delete from audit_sealed where row_id = '${id(33_333)}'`
  deepEqual(await findFaultsAfter(both), [{ kind: 'seals changed', row: undefined, block: 7 }])
})

test('an inserted row is detected', async () => {
  const added = '01900000-0000-7000-8000-ffffffffffff'
  deepEqual(
    await findFaultsAfter(`
      insert into audit_log (id, timestamp, actor_kind, action)
      select '${added}', timestamp + interval '0.1 seconds', 'user', 'login_succeeded'
      from audit_log where id = '${id(50_000)}'`),
    [{ kind: 'row added', row: added, block: undefined }],
  )
})

test('two swapped rows are detected', async () => {
  const swap = `
    update audit_log a set data = b.data, action = b.action, request_id = b.request_id, ip_address = b.ip_address
    from audit_log b
    where (a.id, b.id) in (('${id(20_001)}', '${id(20_002)}'), ('${id(20_002)}', '${id(20_001)}'))`
  deepEqual((await findFaultsAfter(swap))[0], { kind: 'row changed', row: id(20_001), block: 5 })
  const seals = `
    update audit_sealed set block = case block when 5 then 6 else 5 end
    where row_id in ('${id(20_001)}', '${id(26_001)}')`
  deepEqual((await findFaultsAfter(seals))[0], { kind: 'seals changed', row: undefined, block: 5 })
})

test('a row changed together with its seal and its block is detected by the signature', async () => {
  const forged = `
    update audit_log set action = 'logged_out' where id = '${id(5)}';
    update audit_sealed set row_hash = sha256('x') where row_id = '${id(5)}';
    update audit_blocks set rows_hash = sha256('x') where number = 1`
  const kinds = (await findFaultsAfter(forged)).map(({ kind }) => kind)
  deepEqual(kinds, ['block changed', 'row changed', 'seals changed'])
})

test('a deleted block is detected, with or without the rows that it sealed', async () => {
  const some = 'delete from audit_blocks where number = 9'
  deepEqual((await findFaultsAfter(some))[0], { kind: 'block missing', row: undefined, block: 9 })
  const all = `
    delete from audit_log a using audit_sealed s where s.row_id = a.id and s.block = 9;
    delete from audit_sealed where block = 9; ${some}`
  deepEqual(await findFaultsAfter(all), [{ kind: 'block missing', row: undefined, block: 9 }])
  const first = 'delete from audit_blocks where number = 1'
  deepEqual((await findFaultsAfter(first))[0], { kind: 'block missing', row: undefined, block: 1 })
})

test('a truncated end is detected only with the heads', async () => {
  const cut = `
    delete from audit_log a using audit_sealed s where s.row_id = a.id and s.block >= 15;
    delete from audit_sealed where block >= 15; delete from audit_blocks where number >= 15`
  deepEqual(await findFaultsAfter(cut), [])
  deepEqual((await findFaultsAfter(cut, headsFile))[0], {
    kind: 'block missing',
    row: undefined,
    block: 15,
  })
})

test('a rewritten chain is detected with the heads', async () => {
  const blocks = sealed?.blocks ?? []
  const hash = blocks[0]?.hash
  const announced = blocks.map((head) => (head.number === 3 ? { ...head, hash } : head))
  const file = join(folder, 'announced.jsonl')
  await writeFile(file, announced.map((head) => `${JSON.stringify(head)}\n`).join(''))
  const { faults } = await verifyLog(db, file)
  const findings = faults.map(({ kind, block }) => ({ kind, block }))
  deepEqual(findings, [{ kind: 'block not as announced', block: 3 }])
})

test('a chain signed with an unknown key is detected', async () => {
  const key = `update signing_keys set public_jwk = public_jwk || '{"x": "AAAA"}' where use = 'audit'`
  const findings = await findFaultsAfter(key)
  deepEqual(findings, [{ kind: 'block signed by nobody we know', row: undefined, block: 1 }])
})

test('an export can be verified on another machine from its files alone, and changes to it are detected', async () => {
  const file = join(folder, 'audit.jsonl')
  match((await auditExportCommand(['--to', file])).join('\n'), /rows and \d+ blocks are in/)
  const output = await verifyExportCommand(['--export', file, '--heads', headsFile])
  match(output.join('\n'), /blocks are as they were sealed/)
  const text = await readFile(file, 'utf8')
  const changed = join(folder, 'changed.jsonl')
  await writeFile(changed, text.replace('"r50000"', '"r50001"'))
  await rejects(verifyExportCommand(['--export', changed]), /row \S+c350 of .* was changed/)
  const lines = text.split('\n')
  const blocks = lines.flatMap((line, at) => (line.startsWith('{"block"') ? [at] : []))
  await writeFile(changed, [...lines.slice(0, blocks[3]), ...lines.slice(blocks[4])].join('\n'))
  equal((await verifyExport(changed)).faults[0]?.message, 'block 4 is missing')
  await writeFile(changed, lines.slice(0, blocks[10]).join('\n'))
  deepEqual((await verifyExport(changed)).faults, [])
  equal((await verifyExport(changed, headsFile)).faults[0]?.kind, 'block missing')
})

test('the commands report a changed row and invalid arguments', async () => {
  await rejects(auditVerifyCommand(['--head', 'x']), /'--head'/)
  await rejects(auditExportCommand([]), /--to is missing/)
  await rejects(auditExportCommand(['--to', 'x', '--from', 'May']), /May is not a month/)
  await owner.query(`update audit_log set action = 'logged_out' where id = '${id(9)}'`)
  await rejects(
    auditVerifyCommand([]),
    /row 01900000-0000-7000-8000-000000000009 of \S+ was changed/,
  )
  await owner.query(`update audit_log set action = 'login_succeeded' where id = '${id(9)}'`)
})
