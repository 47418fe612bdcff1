import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { recordAudit } from '#domain/audit/audit.ts'
import { config } from '#server/config.ts'
import { createPool, db, row } from '#server/db.ts'
import { UsageError } from '#server/command-options.ts'
import { migrate } from '../migrate.ts'
import { connectionEnvironment } from './connection-environment.ts'
import {
  createBackupFolder,
  readManifest,
  readState,
  writeManifest,
  type Manifest,
} from './manifest.ts'

const run = promisify(execFile)
/** Folder in which Debian installs each major version of PostgreSQL. */
const debianFolder = '/usr/lib/postgresql'
const dump = 'database.dump'
const system = { kind: 'system' }
const unowned = ['--no-owner', '--no-privileges']

/** Dumps the whole database with pg_dump: one consistent snapshot, without blocking writers. */
export async function backupCommand(args: readonly string[]): Promise<string[]> {
  const folder = parseFolder(args)
  const state = await readState(db)
  const pgDump = await findTool('pg_dump', state.postgresql)
  await createBackupFolder(folder)
  await runTool(pgDump, ['--format=custom', ...unowned, `--file=${join(folder, dump)}`])
  const manifest = await writeManifest(folder, { kind: 'dump', ...state })
  return reportBackup(folder, manifest)
}

/** Restores a dump into an empty database. */
export async function restoreCommand(args: readonly string[]): Promise<string[]> {
  const folder = parseFolder(args)
  const manifest = await readManifest(folder, 'dump')
  await requireEmpty()
  const pgRestore = await findTool('pg_restore', manifest.postgresql)
  await runTool(pgRestore, [
    ...unowned,
    // Only the owner of an extension may comment on it.
    '--no-comments',
    '--exit-on-error',
    '--single-transaction',
    `--dbname=${connectionEnvironment(config.databaseOwnerUrl).PGDATABASE}`,
    join(folder, dump),
  ])
  return finishRestore(folder, manifest)
}

/** Returns the only argument. Throws `UsageError` for any other arguments. */
export function parseFolder([folder, ...others]: readonly string[]): string {
  if (folder !== undefined && !folder.startsWith('-') && others.length === 0) return folder
  throw new UsageError('Specify exactly one folder.')
}

/** Records the backup in the audit log of its database and returns the lines to print. */
export async function reportBackup(folder: string, { keys, files }: Manifest): Promise<string[]> {
  const data = { files: Object.keys(files).length, keyIds: keys }
  await recordAudit(db, system, 'backup_created', { data })
  return [
    `The backup is in ${folder}.`,
    `Keep SECRET_KEYS (${keys.join(', ') || 'none is in use yet'}) in a separate place: without it, no user can log in after a restore.`,
  ]
}

/** Migrates the restored database to this version, records the restore and returns the lines to print. */
export async function finishRestore(folder: string, manifest: Manifest): Promise<string[]> {
  const urls = { ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl }
  const applied = await migrate(urls)
  const data = { madeAt: manifest.madeAt, migrations: applied }
  await recordAudit(db, system, 'backup_restored', { data })
  return [
    `The backup of ${manifest.madeAt} in ${folder} is restored.`,
    ...applied.map((each) => `${each} was applied.`),
    'Check it with: npm run portico -- audit:verify',
    'Before a server starts, run: npm run portico -- after-restore --yes',
  ]
}

async function requireEmpty(): Promise<void> {
  const owner = createPool(config.databaseOwnerUrl, 1)
  const tables = await row<{ count: number }>(owner)`
    select count(*) as count from pg_tables
    where schemaname in ('public', 'pgboss')`.finally(() => owner.end())
  if (tables?.count === 0) return
  throw new Error(
    `The database of DATABASE_OWNER_URL is not empty: it has ${tables?.count} tables. ` +
      'Create an empty one for the restore.',
  )
}

/**
 * Returns the path of the PostgreSQL program with the server's major version, or of the next newer one. Throws if there
 * is none.
 */
async function findTool(name: string, major: number): Promise<string> {
  const majors = await readdir(debianFolder).catch((): string[] => [])
  let best = { path: '', version: Infinity }
  for (const path of [name, ...majors.map((each) => join(debianFolder, each, 'bin', name))]) {
    const output = await run(path, ['--version']).catch(() => undefined)
    const version = Number(/\d+/.exec(output?.stdout ?? '')?.[0])
    if (version >= major && version < best.version) best = { path, version }
  }
  if (best.path) return best.path
  throw new Error(
    `There is no ${name} of PostgreSQL ${major} on this machine. ` +
      `Install its client programs, such as the package postgresql-client-${major}.`,
  )
}

/** Runs a PostgreSQL program with the owner's connection. Throws with its standard error if it fails. */
async function runTool(program: string, args: readonly string[]): Promise<void> {
  const env = {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    ...connectionEnvironment(config.databaseOwnerUrl),
  }
  try {
    await run(program, [...args], { env, maxBuffer: 2 ** 26 })
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string }
    throw new Error(`${program} failed: ${(stderr || message).trim()}`, { cause })
  }
}
