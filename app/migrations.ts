import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { lockTimeout, retryLocked } from '#server/retry-locked.ts'
import { compareVersions, version as ownVersion } from './version.ts'

export type Migration = {
  name: string
  hash: string
  statements: readonly string[]
  /** Last version that reads what this migration removes; undefined if it removes nothing that was read. */
  contracts: string | undefined
  /** False for statements such as `create index concurrently`, which must be repeatable. */
  isTransaction: boolean
}

const baseline = '0001_baseline.sql'
const noTransactionMark = '-- Outside of a transaction'
const contractsMark = /^-- contracts: (\d+\.\d+\.\d+)$/m

export const migrationsFolder = join(import.meta.dirname, '../migrations')

/** Lists the names of all migrations, in order. */
export async function listMigrations(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/**
 * Lists the migrations that the database lacks, in order. Throws if an applied file was changed, if the database was
 * created before the baseline, or if a later version has removed what this one reads.
 */
export async function findPendingMigrations(
  client: pg.Client,
  folder = migrationsFolder,
): Promise<Migration[]> {
  const applied = await listApplied(client)
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]))
  requireBaseline([...hashes.keys()])
  const names = await listMigrations(folder)
  requireNothingRemoved(applied.filter(({ name }) => !names.includes(name)))
  const pending: Migration[] = []
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    if (hashes.get(name) === hash) continue
    if (hashes.has(name))
      throw new Error(`the migration ${name} was changed after it had been applied`)
    const isTransaction = !text.startsWith(noTransactionMark)
    pending.push({
      name,
      hash,
      isTransaction,
      contracts: contractsMark.exec(text)?.[1],
      statements: isTransaction ? [text] : splitStatements(text),
    })
  }
  return pending
}

/** Throws if the applied migrations are those of a version before 0.2.0. */
export function requireBaseline(applied: readonly string[]): void {
  const olderMigration = applied.find((name) => name.slice(0, 4) <= '0001' && name !== baseline)
  if (olderMigration === undefined) return
  throw new Error(
    `The database was created before version 0.2.0 (${olderMigration}) and cannot be migrated: ` +
      "delete the demo's data with `npm run portico -- demo:reset`, or name an empty database.",
  )
}

/** Throws if a later version's migration removed what this version reads. */
function requireNothingRemoved(laterMigrations: readonly Applied[]): void {
  const contracting = laterMigrations.find(
    ({ contracts }) => contracts && compareVersions(ownVersion, contracts) <= 0,
  )
  if (!contracting) return
  const { name, contracts, version } = contracting
  throw new Error(
    `This is version ${ownVersion}, but version ${version} has migrated the database: ${name} has removed what ` +
      `versions up to ${contracts} read. Start version ${version} or later, or restore a backup from before the upgrade.`,
  )
}

/**
 * Applies one migration. If it creates tables, `onTablesCreated` runs in its transaction. Retries for at least half a
 * minute if a table is locked.
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  onTablesCreated = async () => {},
): Promise<void> {
  try {
    await retryLocked(() =>
      migration.isTransaction
        ? applyInTransaction(client, migration, onTablesCreated)
        : applyOutside(client, migration),
    )
  } catch (cause) {
    throw new Error(`the migration ${migration.name} failed: ${(cause as Error).message}`, {
      cause,
    })
  }
}

export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
}

type Applied = { name: string; hash: string; contracts: string | null; version: string | null }

async function listApplied(client: pg.Client): Promise<Applied[]> {
  const { rows: tables } = await client.query<{ table: string | null }>(
    `select to_regclass('public.migrations')::text as "table"`,
  )
  if (!tables[0]?.table) return []
  // As JSON, because a database of 0.2.0 lacks two of the columns.
  const { rows } = await client.query<Applied>(`
    select name, hash, to_jsonb(m) ->> 'contracts' as contracts, to_jsonb(m) ->> 'version' as version
    from migrations m order by name`)
  return rows
}

async function applyInTransaction(
  client: pg.Client,
  migration: Migration,
  onTablesCreated: () => Promise<void>,
): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    await client.query('set local statement_timeout = 0')
    for (const statement of migration.statements) await client.query(statement)
    await recordApplied(client, migration)
    if (/\bcreate table\b/i.test(migration.statements.join())) await onTablesCreated()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Executes the statements one by one, each in its own transaction. After an interruption it continues with the statement
 * that was interrupted, because one index of a large table may take hours.
 */
async function applyOutside(client: pg.Client, migration: Migration): Promise<void> {
  const { name, hash, statements } = migration
  await client.query('set statement_timeout = 0')
  await client.query(
    'create table if not exists migration_progress (name text primary key, hash text not null, statements integer not null)',
  )
  const done = await readProgress(client, migration)
  for (const [at, statement] of statements.entries()) {
    // Settings apply to the connection, which is a new one after an interruption.
    if (at < (done ?? 0) && !/^(re)?set\b/i.test(statement)) continue
    const isBuilt = at === done && (await isIndexBuilt(client, statement))
    for (const each of isBuilt ? [] : await expandStatement(client, statement)) {
      await client.query(`set lock_timeout = '${timeoutOf(each)}'`)
      await client.query(each)
    }
    await writeProgress(client, { name, hash }, Math.max(at + 1, done ?? 0))
  }
  await recordApplied(client, migration)
  // The table exists only during such a migration.
  await client.query('drop table migration_progress')
}

/** Returns how many statements an interrupted run has executed; undefined if there was none with this text. */
async function readProgress(
  client: pg.Client,
  { name, hash }: Migration,
): Promise<number | undefined> {
  const { rows } = await client.query<{ statements: number }>(
    'select statements from migration_progress where name = $1 and hash = $2',
    [name, hash],
  )
  if (!rows[0]) await writeProgress(client, { name, hash }, 0)
  return rows[0]?.statements
}

async function writeProgress(
  client: pg.Client,
  { name, hash }: Pick<Migration, 'name' | 'hash'>,
  statements: number,
): Promise<void> {
  await client.query(
    `insert into migration_progress (name, hash, statements) values ($1, $2, $3)
     on conflict (name) do update set hash = excluded.hash, statements = excluded.statements`,
    [name, hash, statements],
  )
}

/**
 * Returns true if the interrupted statement built its index completely. Drops an index that it left unfinished, which
 * would reject the statement.
 */
async function isIndexBuilt(client: pg.Client, statement: string): Promise<boolean> {
  const name = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/i.exec(
    statement,
  )?.[1]
  if (name === undefined) return false
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0]?.isValid === false) await client.query(`drop index concurrently ${name}`)
  return rows[0]?.isValid ?? false
}

async function recordApplied(client: pg.Client, migration: Migration): Promise<void> {
  const { name, hash, contracts } = migration
  if (contracts === undefined)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
  else
    await client.query(
      'insert into migrations (name, hash, contracts, version) values ($1, $2, $3, $4)',
      [name, hash, contracts, ownVersion],
    )
}

/** End of a query that returns the statements to execute, such as one for each partition, as in psql. */
export const executeResult = '\\gexec'

async function expandStatement(client: pg.Client, statement: string): Promise<string[]> {
  if (!statement.endsWith(executeResult)) return [statement]
  const text = statement.slice(0, -executeResult.length)
  const { rows } = await client.query<string[]>({ text, rowMode: 'array' })
  return rows.flat()
}

/**
 * Returns the lock timeout of a statement. A concurrent build gets none: it waits for other transactions without
 * blocking any.
 */
function timeoutOf(statement: string): string {
  return /\bconcurrently\b/i.test(statement) ? '0' : lockTimeout
}

/**
 * Splits a text into statements, because PostgreSQL would run several statements of one query as a transaction. Only a
 * semicolon at the end of a line ends a statement, and a body between `$$` stays whole.
 */
function splitStatements(text: string): string[] {
  return (text.match(/(?:\$\$[^]*?\$\$|;(?!\s*$)|[^;])+/gm) ?? [])
    .map((statement) => statement.replaceAll(/^--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
}
