// own process: seals the whole audit log
// writes SQL: tampers with the audit log
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { recordAudit } from '#domain/audit/audit.ts'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { UsageError } from '#server/command-options.ts'
import { config } from '#server/config.ts'
import { createPool, db, scalar } from '#server/db.ts'
import { auditVerifyCommand } from './command.ts'
import { findBlock, verifyLog } from './verify.ts'

const owner = createPool(config.databaseOwnerUrl, 2)
after(() => owner.end())

/** Seals `count` rows with this target, and returns the hash of their block. */
async function addBlock(targetId: string, count: number): Promise<string> {
  for (let row = 0; row < count; row += 1)
    await recordAudit(db, { kind: 'system' }, 'invitation_created', { targetId })
  return (await sealRows(db))?.blocks.at(-1)?.hash ?? ''
}

await sealRows(db)
await addBlock('before', 5)
const head = await addBlock('head', 2)
await addBlock('after', 3)

const countRuns = () =>
  scalar<number>(db)`select count(*) from audit_log where action = 'audit_log_verified'`
const verifySinceHead = async () => verifyLog(db, undefined, await findBlock(db, head))

test('3S6: a verification from an earlier head covers its block, the later ones and the rows that wait', async () => {
  await recordAudit(db, { kind: 'system' }, 'invitation_created')
  const { faults, rows, blocks, waiting } = await verifySinceHead()
  deepEqual({ faults, rows, blocks, waiting }, { faults: [], rows: 5, blocks: 2, waiting: 1 })
  const lines = await auditVerifyCommand(['--since', head])
  match(
    lines.join('\n'),
    /^5 rows in 2 blocks .*; 1 rows wait.*\nBlocks before \d+ were not verified\./,
  )
})

test('3S6: it detects changes after the head, and leaves those before it to a run without --since', async () => {
  const change = (targetId: string, action: string) =>
    owner.query('update audit_log set action = $1 where target_id = $2', [action, targetId])
  for (const [target, count] of [
    ['before', 0],
    ['head', 2],
    ['after', 3],
  ] as const) {
    await change(target, 'logged_out')
    equal((await verifySinceHead()).faults[0]?.count ?? 0, count, target)
    equal((await verifyLog(db)).faults[0]?.kind, 'row changed', target)
    await change(target, 'invitation_created')
  }
  const late = '01900000-0000-7000-8000-eeeeeeeeeeee'
  await owner.query(
    `insert into audit_log (id, timestamp, actor_kind, action)
     values ($1, now() - interval '16 minutes', 'user', 'logged_out')`,
    [late],
  )
  await sealRows(db)
  equal((await verifySinceHead()).faults[0]?.row, late)
})

test('3S6: a head that the log does not contain is an error of the arguments, and nothing is recorded', async () => {
  const before = await countRuns()
  for (const [value, sentence] of [
    ['f'.repeat(64), /^No block of the log has the hash f+\. .* without --since\.$/],
    ['17', /^--since needs the 64 digits that audit:verify prints, and got 17$/],
  ] as const)
    await rejects(auditVerifyCommand(['--since', value]), (error: Error) => {
      match(error.message, sentence)
      return error instanceof UsageError
    })
  equal(await countRuns(), before)
})
