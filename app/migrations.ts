import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

export type Migration = {
  name: string
  hash: string
  statements: readonly string[]
  /** False for statements such as `create index concurrently`; those must be repeatable. */
  isTransaction: boolean
}

const baseline = '0001_baseline.sql'
const noTransactionMark = '-- Outside of a transaction'

/** A statement that waits for a lock on a table blocks all later ones: many short waits, no long one. */
const lockTimeout = '2s'
const maxTries = 30
const pauseMs = 500

export const migrationsFolder = join(import.meta.dirname, '../migrations')

/** Lists the names of all migrations, in order. */
export async function listMigrations(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/**
 * Lists the migrations that the database does not have, in order. Throws when an applied file was changed, or when
 * the database was created before the baseline.
 */
export async function findPendingMigrations(
  client: pg.Client,
  folder = migrationsFolder,
): Promise<Migration[]> {
  const hashes = await appliedHashes(client)
  requireBaseline([...hashes.keys()])
  const pending: Migration[] = []
  for (const name of await listMigrations(folder)) {
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
      statements: isTransaction ? [text] : splitStatements(text),
    })
  }
  return pending
}

/** Throws when the names are those of a version before 0.2.0. */
export function requireBaseline(applied: readonly string[]): void {
  const older = applied.find((name) => name.slice(0, 4) <= '0001' && name !== baseline)
  if (older === undefined) return
  throw new Error(
    `The database was created before version 0.2.0 (${older}) and cannot be migrated: ` +
      "delete the demo's data with `npm run demo:reset`, or name an empty database.",
  )
}

/** Applies one migration. Retries for half a minute when a table is locked. */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await (migration.isTransaction ? applyInTransaction : applyEach)(client, migration)
      return
    } catch (cause) {
      const { message, code } = cause as Error & { code?: string }
      if (code !== '55P03' || tries === maxTries) {
        throw new Error(`the migration ${migration.name} failed: ${message}`, { cause })
      }
      await wait(pauseMs)
    }
  }
}

export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
}

async function appliedHashes(client: pg.Client): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ table: string | null }>(
    `select to_regclass('public.migrations')::text as "table"`,
  )
  if (!found[0]?.table) return new Map()
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations',
  )
  return new Map(rows.map((row) => [row.name, row.hash]))
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    await client.query('set local statement_timeout = 0')
    await applyEach(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function applyEach(client: pg.Client, { name, hash, statements }: Migration): Promise<void> {
  for (const statement of statements) await client.query(statement)
  await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
}

/** PostgreSQL runs several statements in one query as a transaction. A body between `$$` stays whole. */
function splitStatements(text: string): string[] {
  return (text.match(/(?:\$\$[^]*?\$\$|;(?!\s*$)|[^;])+/gm) ?? [])
    .map((statement) => statement.replaceAll(/^--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
}
