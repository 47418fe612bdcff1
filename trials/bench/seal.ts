import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { inDatabase, median, report, type Figure } from './harness.ts'
import { addAuditMonths } from '../../demo/audit-months.ts'

const limitMs = 1_500
/** Rows of ten seconds with 926 logins a second. */
const newRows = 18_000
const rounds = 5
/** Days before today, and rows of a day, for the verification. */
const days = 360
const rowsOfDay = 2_000
const rowsPerInsert = 500_000

/**
 * Measures the sealing of 18,000 new rows of the audit log, of which the last hour has `total` rows, and a verification
 * from yesterday's last block beside one of the whole log: `npm run trials -- bench seal [7000000] [folder]`. The folder is a
 * checkout of an earlier version (`git worktree add`, then `node tools/prepare.mjs` there), which seals in turns.
 */
export async function benchSeal([total = '7000000', folder]: readonly string[]): Promise<boolean> {
  return inDatabase({ name: 'seal' }, async ({ ownerUrl }) => {
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    const verification = await measureVerification(owner)
    await fill(owner, Number(total))
    const figures = await measureSeals(owner, Number(total), folder)
    await owner.end()
    return report('seal', [...figures, verification], { rows: Number(total) })
  })
}

async function measureSeals(owner: pg.Client, total: number, folder?: string): Promise<Figure[]> {
  const here: number[] = []
  const earlier: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await addRows(owner, newRows, '10 seconds')
    here.push(await timed(sealAll))
    if (folder === undefined) continue
    await addRows(owner, newRows, '10 seconds')
    earlier.push(sealIn(folder))
    await sealAll()
  }
  const ms = median(here)
  const name = `sealing ${newRows} rows, with ${total} of the last hour`
  const figure = { name: `${name}, beside the limit`, here: `${ms.toFixed(0)} ms` }
  return [
    { ...figure, beside: `${limitMs} ms`, ratio: ms / limitMs, most: 1 },
    ...(folder === undefined
      ? []
      : [
          {
            name: `${name}, beside the earlier version`,
            here: `${ms.toFixed(0)} ms`,
            beside: `${median(earlier).toFixed(0)} ms`,
            ratio: ms / median(earlier),
            most: 1,
          },
        ]),
  ]
}

/** Verifies the rows of a year, and then from the last block of yesterday. */
async function measureVerification(owner: pg.Client): Promise<Figure> {
  const { db } = await import('#server/db.ts')
  const { findLastBlock } = await import('#domain/audit/audit-seal.ts')
  const { verifyLog } = await import('../../features/admin/audit-log/verify.ts')
  await addAuditMonths(owner, 13)
  for (let day = days; day > 0; day -= 1) {
    await addRows(owner, rowsOfDay, '1 day', `${day} days`)
    await sealAll()
  }
  const last = await findLastBlock(db)
  // A verification also looks for unsealed rows from a quarter of an hour before the block on.
  await addRows(owner, rowsOfDay, '10 minutes')
  await sealAll()
  await owner.query('vacuum analyze audit_log, audit_sealed, audit_blocks')
  const whole = await timed(() => verifyLog(db))
  const since = await timed(() => verifyLog(db, undefined, last))
  return {
    name: `verifying from yesterday's last block, beside all ${days} days`,
    here: `${since.toFixed(0)} ms`,
    beside: `${whole.toFixed(0)} ms`,
    ratio: since / whole,
    most: 0.01,
  }
}

/** Adds rows whose seals say nothing, because sealing itself would take minutes, and marks them as sealed. */
async function fill(owner: pg.Client, total: number): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { endPass, takeSnapshot, withSealLock } = await import('#domain/audit/seal-mark.ts')
  const { rows: indexes } = await owner.query<{ name: string; statement: string }>(`
    select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as statement
    from pg_index i where i.indrelid = 'audit_log'::regclass and not i.indisprimary`)
  for (const { name } of indexes) await owner.query(`drop index ${name}`)
  for (let from = 0; from < total; from += rowsPerInsert)
    await addRows(owner, Math.min(rowsPerInsert, total - from), '1 hour')
  await owner.query("set maintenance_work_mem = '1GB'")
  for (const { statement } of indexes) await owner.query(statement)
  await owner.query(`
    insert into audit_sealed (timestamp, row_id, row_hash, block)
    select a.timestamp, a.id, sha256(a.id::text::bytea), (select max(number) from audit_blocks) from audit_log a
    where not exists (select from audit_sealed s where s.timestamp = a.timestamp and s.row_id = a.id)
    order by 1, 2`)
  await owner.query('vacuum analyze audit_log, audit_sealed')
  await withSealLock(db, async (tx) => {
    const { snapshot, at } = await takeSnapshot(tx)
    await endPass(tx, snapshot, at)
  })
}

/** Adds rows with random times of the `span` that ended the time `ago` ago. */
async function addRows(
  owner: pg.Client,
  count: number,
  span: string,
  ago = '0 seconds',
): Promise<void> {
  await owner.query(
    `insert into audit_log (id, timestamp, actor_kind, actor_id, action, data, ip_address, request_id)
     select uuidv7(t - now()), t, 'user', gen_random_uuid()::text, 'login_succeeded', '{"method": "otp"}',
            '10.1.' || n % 250 || '.' || n / 250 % 250, gen_random_uuid()::text
     from (select n, now() - $3::interval - random() * $2::interval as t from generate_series(1, $1::int) n) times`,
    [count, span, ago],
  )
}

/** Seals until no row is left: one run ends after some millions. */
async function sealAll(): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { sealRows } = await import('#domain/audit/audit-seal.ts')
  while ((await sealRows(db))?.blocks.length);
}

/** Seals with the sources of an earlier version; returns the milliseconds. */
function sealIn(folder: string): number {
  const file = ['domain/audit/audit-seal.ts', 'domain/audit-seal.ts'].find((each) =>
    existsSync(join(folder, each)),
  )
  const program = `
    const { db } = await import('./server/db.ts')
    const { sealRows } = await import('./${file}')
    await db.query('select 1')
    const start = performance.now()
    await sealRows(db)
    process.stdout.write(String(performance.now() - start))
    process.exit(0)`
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
