import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { recordAudit } from '#domain/audit.ts'
import { addressesIn } from '#server/primary-host.ts'
import { config } from '#server/config.ts'
import { createPool, db, row, sql } from '#server/db.ts'
import { openBackup, openSealed, sealBackup, stateOf, type Manifest } from './manifest.ts'
import { migrate } from './migrate.ts'

const run = promisify(execFile)
const debian = '/usr/lib/postgresql'
const dump = 'database.dump'
const system = { kind: 'system' }

/** `npm run backup -- <folder>`: all of the database, as it was at one moment; who works in it notices nothing. */
export async function backupCommand(words: readonly string[]): Promise<string[]> {
  const folder = folderIn(words, 'npm run backup -- <folder>')
  const state = await stateOf(db)
  const pgDump = await toolFor('pg_dump', state.postgresql)
  await openBackup(folder)
  await call(pgDump, [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    `--file=${join(folder, dump)}`,
  ])
  const manifest = await sealBackup(folder, { kind: 'dump', ...state })
  return noted(folder, manifest)
}

/** `npm run restore -- <folder>`: only into a database in which nothing is. */
export async function restoreCommand(words: readonly string[]): Promise<string[]> {
  const folder = folderIn(words, 'npm run restore -- <folder>')
  const manifest = await openSealed(folder, 'dump')
  await requireEmpty()
  const pgRestore = await toolFor('pg_restore', manifest.postgresql)
  await call(pgRestore, [
    '--no-owner',
    '--no-privileges',
    '--no-comments',
    '--exit-on-error',
    '--single-transaction',
    `--dbname=${connection().PGDATABASE}`,
    join(folder, dump),
  ])
  return finishRestore(folder, manifest)
}

export function folderIn(words: readonly string[], usage: string): string {
  const [folder, ...more] = words
  if (folder === undefined || folder.startsWith('-') || more.length > 0) {
    throw new Error(`Which folder? Use it like this:\n  ${usage}`)
  }
  return folder
}

/** What was backed up is recorded in the database that it was made of. */
export async function noted(folder: string, { keys, files }: Manifest): Promise<string[]> {
  await recordAudit(db, system, 'backup_created', {
    data: { files: Object.keys(files).length, keys },
  })
  return [
    `The backup stands in ${folder}.`,
    `Keep SECRET_KEYS (${keys.join(', ') || 'none is in use yet'}) beside it, in another place: without it nobody can log in to what is restored.`,
  ]
}

/** Brings what was restored to this version. */
export async function finishRestore(folder: string, manifest: Manifest): Promise<string[]> {
  const applied = await migrate({
    ownerUrl: config.databaseOwnerUrl,
    serverUrl: config.databaseUrl,
  })
  const data = { madeAt: manifest.madeAt, migrations: applied }
  await recordAudit(db, system, 'backup_restored', { data })
  return [
    `What ${folder} held, of ${manifest.madeAt}, is restored.`,
    ...applied.map((each) => `${each} was applied.`),
    'Check it with: npm run audit:verify',
  ]
}

async function requireEmpty(): Promise<void> {
  const owner = createPool(config.databaseOwnerUrl, 1)
  const found = await row<{ count: number }>(
    owner,
    sql`
    select count(*) as count from pg_tables
    where schemaname in ('public', 'pgboss')`,
  ).finally(() => owner.end())
  if (found?.count === 0) return
  throw new Error(
    `The database of DATABASE_OWNER_URL is not empty: it has ${found?.count} tables. ` +
      'Make a new one and name that: nothing is ever restored over something else.',
  )
}

/** The one of the server's major version, or a newer one where there is no such. */
async function toolFor(name: string, major: number): Promise<string> {
  const majors = await readdir(debian).catch((): string[] => [])
  const candidates = [name, ...majors.map((each) => join(debian, each, 'bin', name))]
  const found = new Map<number, string>()
  for (const candidate of candidates) {
    const said = await run(candidate, ['--version']).catch(() => undefined)
    const version = Number(/\d+/.exec(said?.stdout ?? '')?.[0])
    if (version >= major && !found.has(version)) found.set(version, candidate)
  }
  const [best] = [...found.keys()].sort((one, other) => one - other)
  if (best !== undefined) return found.get(best) ?? name
  throw new Error(
    `There is no ${name} of PostgreSQL ${major} on this machine. Install its client programs, such as the ` +
      `package postgresql-client-${major}.`,
  )
}

async function call(program: string, words: readonly string[]): Promise<void> {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', ...connection() }
  await run(program, [...words], { env, maxBuffer: 2 ** 26 }).catch(
    (error: Error & { stderr?: string }) => {
      throw new Error(`${program} did not succeed: ${(error.stderr || error.message).trim()}`, {
        cause: error,
      })
    },
  )
}

/** By the environment: whoever lists the programs of a machine sees no password. */
function connection() {
  const urls = addressesIn(config.databaseOwnerUrl).map((address) => new URL(address))
  const [first] = urls
  const hosts = urls.map((url) => url.searchParams.get('host') ?? url.hostname)
  return {
    PGHOST: hosts.join(','),
    PGPORT: urls.map((url) => url.port || '5432').join(','),
    PGUSER: decodeURIComponent(first?.username ?? ''),
    PGPASSWORD: decodeURIComponent(first?.password ?? ''),
    PGDATABASE: decodeURIComponent(first?.pathname.slice(1) ?? ''),
    PGSSLMODE: first?.searchParams.get('sslmode') ?? 'prefer',
    ...(urls.length > 1 && { PGTARGETSESSIONATTRS: 'read-write' }),
  }
}
