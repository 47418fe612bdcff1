import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeCopy } from '../mutants/copy.ts'
import { whileSigningUp } from './database-gone.ts'
import type { Fault } from './fault.ts'
import { kill, killPostgres } from './kill.ts'
import { isReplicating, primaryOf, type Member } from './members.ts'
import { patroniIsMissing, startCluster, startPatroni } from './patroni.ts'
import { until, type Stage } from './stage.ts'

const members = JSON.parse(process.env['FAULTS_MEMBERS'] ?? '[]') as Member[]

/** Kills the primary and its Patroni. Returns the seconds until the replica was promoted. */
async function losePrimary(before: Member): Promise<number> {
  const startTime = performance.now()
  // Kills Patroni first, so that it does not restart PostgreSQL.
  kill(before.pid ?? 0)
  await killPostgres(before.data)
  await until(
    'the replica is promoted',
    async () => {
      const now = await primaryOf(members)
      return now !== undefined && now.name !== before.name
    },
    90,
  )
  return (performance.now() - startTime) / 1000
}

async function requirePrimary(): Promise<Member> {
  const primary = await primaryOf(members)
  if (!primary) throw new Error('there is no primary')
  return primary
}

async function bringBack(before: Member): Promise<void> {
  startPatroni(before)
  await until('the old primary follows the new one', () => isReplicating(members), 120)
}

async function lost(stage: Stage): Promise<string> {
  const before = await requirePrimary()
  let seconds = 0
  const signUps = await whileSigningUp(stage, {}, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    seconds = await losePrimary(before)
  })
  await bringBack(before)
  return `the replica took over after ${seconds.toFixed(0)} s; ${signUps}; the old primary came back as a replica`
}

/** Migrations of a future version. The primary is lost during the second one. */
const migrations = {
  '9995_first.sql': 'alter table users add column first_note text;',
  '9996_slow.sql': 'create table slow_things (id uuid primary key); select pg_sleep(20);',
  '9997_index.sql':
    '-- Outside of a transaction\n\ndrop index concurrently if exists users_first_note;\ncreate index concurrently users_first_note on users (first_note);\n',
  '9998_last.sql': 'alter table slow_things add column note text;',
}

async function lostInMigration(stage: Stage): Promise<string> {
  const before = await requirePrimary()
  const folder = makeCopy()
  stage.onClose(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(migrations))
    await writeFile(join(folder, 'migrations', name), text)
  let seconds = 0
  let message = ''
  const signUps = await whileSigningUp(stage, {}, async () => {
    const first = migrateIn(folder)
    await until('the second migration runs', () => isSleeping(stage))
    seconds = await losePrimary(before)
    const { code, text } = await first
    if (code !== 1) throw new Error(`the first migration ended with ${code}: ${text}`)
    message = text.trim()
    const again = await migrateIn(folder)
    const applied = Object.keys(migrations).slice(1)
    if (again.text !== applied.map((name) => `${name} was applied.\n`).join(''))
      throw new Error(`the second migration ended with ${again.code}: ${again.text}`)
  })
  const third = await migrateIn(folder)
  if (third.text !== 'The database is up to date.\n') throw new Error(third.text)
  await bringBack(before)
  return `the migration ended with 1 (“${message}”), the replica took over after ${seconds.toFixed(0)} s, migrate again applied the other three; ${signUps}`
}

async function migrateIn(folder: string): Promise<{ code: number; text: string }> {
  const run = promisify(execFile)
  return run(process.execPath, ['app/commands/main.ts', 'migrate'], { cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stderr + stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stderr + error.stdout,
    }),
  )
}

async function isSleeping(stage: Stage): Promise<boolean> {
  const client = await stage.connect(stage.adminUrl)
  const { rowCount } = await client.query(
    "select from pg_stat_activity where wait_event = 'PgSleep' and usename = 'portico_owner'",
  )
  await client.end()
  return rowCount === 1
}

export const failover: Fault[] = [
  {
    name: 'primary-lost',
    what: 'the primary’s machine fails, and Patroni promotes the synchronous replica',
    missing: patroniIsMissing,
    cluster: startCluster,
    test: lost,
    limitSeconds: 400,
    mayMailTwice: true,
  },
  {
    name: 'primary-lost-in-migration',
    what: 'the primary’s machine fails during a migration, which is run again on the new primary',
    missing: patroniIsMissing,
    cluster: startCluster,
    test: lostInMigration,
    limitSeconds: 500,
    mayMailTwice: true,
  },
]
