import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import {
  applyMigration,
  createMigrationsTable,
  findPendingMigrations,
  listMigrations,
} from '../../app/migrations.ts'
import { startDatabase } from '../../demo/database.ts'
import { releasesFolder, type Release } from './released.ts'
import { readWire, writeWire, type ApiDocument } from './wire.ts'

/**
 * `npm run release [-- --commit <hash> --to <folder>]`: records what the sources of a commit (default HEAD) read, and
 * its API document. The schema is the result of that commit's migrations in an empty PostgreSQL. Without `--to`, also
 * writes a dump with data by this tree (`dump.ts`).
 */
const sources = ['contract', 'server', 'domain', 'features', 'app']
const { values } = parseArgs({
  options: {
    commit: { type: 'string', default: 'HEAD' },
    to: { type: 'string', default: releasesFolder },
  },
})
const run = promisify(execFile)
const commit = (await run('git', ['rev-parse', `${values.commit}^{commit}`])).stdout.trim()
const folder = await mkdtemp(join(tmpdir(), 'portico-release-'))
try {
  const release = await readRelease()
  const file = join(values.to, `${release.version}.json`)
  await writeFile(file, `${JSON.stringify(release, null, 2)}\n`)
  await recordWire(release.version)
  // A test records elsewhere, only to compare.
  if (values.to === releasesFolder)
    await run(process.execPath, ['tools/released/dump.ts', release.version])
  const columns = Object.values(release.tables).flatMap((table) => Object.keys(table))
  console.log(
    `${file}: version ${release.version} reads ${columns.length} columns, and not: ${release.unread.join(', ') || 'none'}`,
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Replaces the recorded API: only pages of the last release meet servers of the next version. */
async function recordWire(version: string): Promise<void> {
  const wires = join(values.to, 'wire')
  await rm(wires, { recursive: true, force: true })
  await mkdir(wires)
  const document = await readFile(join(folder, 'docs/openapi.json'), 'utf8')
  const wire = readWire(JSON.parse(document) as ApiDocument)
  await writeFile(join(wires, `${version}.json`), writeWire(wire))
}

async function readRelease(): Promise<Release> {
  await run('sh', ['-c', `git archive ${commit} | tar x -C '${folder}'`])
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    version: string
  }
  const migrations = join(folder, 'migrations')
  const files = await readWords()
  const { columns, functions } = await readSchema(migrations)
  const release: Release = {
    version,
    commit,
    migrations: await listMigrations(migrations),
    tables: {},
    functions: functions.filter((name) => files.some((words) => words.has(name))),
    unread: [],
  }
  for (const { table, column, type } of columns) {
    if (files.some((words) => words.has(table) && words.has(column)))
      (release.tables[table] ??= {})[column] = type
    else release.unread.push(`${table}.${column}`)
  }
  return release
}

/** Returns the words of each source file of the product. */
async function readWords(): Promise<Set<string>[]> {
  const texts: string[] = []
  for (const part of sources) {
    for (const name of await readdir(join(folder, part), { recursive: true })) {
      if (/(?<!\.(test|trial))\.ts$/.test(name))
        texts.push(await readFile(join(folder, part, name), 'utf8'))
    }
  }
  return texts.map((text) => new Set(text.match(/\w+/g)))
}

type Column = { table: string; column: string; type: string }

async function readSchema(migrations: string) {
  const database = await startDatabase({ folder: join(folder, 'database'), durable: false })
  const client = new pg.Client({ connectionString: database.ownerUrl })
  try {
    await client.connect()
    await createMigrationsTable(client)
    for (const each of await findPendingMigrations(client, migrations))
      await applyMigration(client, each)
    const columns = await client.query<Column>(`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`)
    const functions = await client.query<{ name: string }>(`
      select distinct proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and proowner = 'portico_owner'::regrole order by 1`)
    return { columns: columns.rows, functions: functions.rows.map(({ name }) => name) }
  } finally {
    await client.end()
    await database.stop()
  }
}
