// writes SQL: the trigger of a migration is the subject
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { config } from '#server/config.ts'
import type { Test } from '#test/at-end.ts'
import { logInAt } from '#test/backups.ts'
import { newFolder } from '#test/debian-cluster.ts'
import { addUser } from '#test/people.ts'
import { startPortico, type } from '#test/programs.ts'
import { until } from '#test/until.ts'
import { migrate } from '../../app/migrate.ts'

const next = {
  '9998_next.sql':
    'alter table users add column next_note text; create table next_things (id uuid primary key);',
  '9999_next_index.sql':
    '-- Outside of a transaction: built while users log in.\n\ndrop index concurrently if exists users_next;\ncreate index concurrently users_next on users (next_note);\n',
}

test('every login succeeds while a migration changes the schema and waits for a table that another transaction holds', async (t) => {
  const portal = await startPortico(t, { SERVE: 'users' })
  const urls = { ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl }
  const folder = await migrationsAnd(t, next)
  const holder = await hold(urls.ownerUrl, 'users')

  const users = await Promise.all(Array.from({ length: 6 }, () => addUser()))
  const migrated = migrate({ ...urls, folder })
  const released = wait(4_000).then(() => holder.query('commit'))
  for (const each of users) await logInAt(portal.url, each)
  await released
  await holder.end()
  deepEqual(await migrated, Object.keys(next))

  // The older version runs on the newer schema: a running server, and one that starts now.
  await logInAt(portal.url, await addUser())
  equal((await fetch(`${portal.url}/readyz`)).status, 200)
  const second = await startPortico(t, { SERVE: 'users' })
  await logInAt(second.url, await addUser())
})

test('in a deadlock between a migration and a transaction of a server, the migration gives way and retries', async (t) => {
  const urls = { ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl }
  const text =
    'alter table users add column circle text; alter table sessions add column circle text;'
  const folder = await migrationsAnd(t, { ...next, '9999_w_circle.sql': text })
  const holder = await hold(urls.serverUrl, 'sessions')

  const migrated = migrate({ ...urls, folder })
  await until(() => isWaitedFor(holder))
  await holder.query('select count(*) from users')
  await holder.query('commit')
  await holder.end()
  deepEqual(await migrated, ['9999_w_circle.sql'])
})

test('a migration outside of a transaction gives way to a login while it waits for a table', async (t) => {
  const portal = await startPortico(t, { SERVE: 'users' })
  const user = await addUser()
  const urls = { ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl }
  const text =
    '-- Outside of a transaction: it can be repeated.\n\nalter table users add column if not exists outer_note text;\n'
  const folder = await migrationsAnd(t, { ...next, '9999_wa_outside.sql': text })
  const holder = await hold(urls.serverUrl, 'users')

  const migrated = migrate({ ...urls, folder })
  await until(() => isWaitedFor(holder))
  await logInAt(portal.url, user)
  await holder.query('commit')
  await holder.end()
  deepEqual(await migrated, ['9999_wa_outside.sql'])
})

test('a new trigger can read a new table before later migrations are applied', async (t) => {
  const urls = { ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl }
  const text = `
    create table noted_names (id uuid primary key);
    create function note_name() returns trigger language plpgsql as $$
    begin perform from noted_names; return new; end $$;
    create trigger users_noted before update on users for each row execute function note_name();`
  const folder = await migrationsAnd(t, {
    ...next,
    '9999_x_trigger.sql': text,
    '9999_y_slow.sql': 'select pg_sleep(3);',
  })
  const { id } = await addUser()
  const server = new pg.Client({ connectionString: urls.serverUrl })
  await server.connect()
  const isApplied = async () =>
    (await server.query("select from migrations where name = '9999_x_trigger.sql'")).rowCount === 1

  let isThrough = false
  const migrated = migrate({ ...urls, folder }).finally(() => (isThrough = true))
  await until(isApplied)
  await server.query('update users set firstname = firstname where id = $1', [id])
  equal(isThrough, false)
  await server.end()
  await migrated
})

/** Returns a folder with all migrations and these additional files. */
async function migrationsAnd(t: Test, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await newFolder(t)
  await cp('migrations', folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

/** Returns a connection with an open transaction that has read the table. */
async function hold(url: string, table: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`select count(*) from ${table}`)
  return holder
}

/** Returns true if another connection waits for a lock of this one. */
async function isWaitedFor(holder: pg.Client): Promise<boolean> {
  const { rowCount } = await holder.query(
    'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
  )
  return (rowCount ?? 0) > 0
}

test('a dry run prints every statement and changes nothing', async (t) => {
  const { urls, tables } = await emptyDatabase(t)
  const dryRun = await type(['migrate', '--dry-run'], urls)
  equal(dryRun.code, 0, dryRun.text)
  match(dryRun.text, /-- 0001_baseline\.sql: in one transaction\n[^]*create table partners/)
  match(dryRun.text, /-- Migrations that would be applied: \d+\. Nothing was changed\.\n$/)
  equal(await tables(), 0)
  const wrong = await type(['migrate', '--now'], urls)
  equal(wrong.code, 2)
  match(wrong.text, /'--now'[^]*Usage:\n {2}npm run portico -- migrate \[--dry-run\]/)
  const done = await type(['migrate'], urls)
  match(done.text, /0001_baseline\.sql was applied/)
  ok((await tables()) > 20)
  match((await type(['migrate', '--dry-run'], urls)).text, /nothing would be changed/)
})

async function emptyDatabase(t: Test) {
  const adminUrl = process.env['TEST_ADMIN_URL'] ?? ''
  const name = `empty_${randomBytes(6).toString('hex')}`
  await runSql(adminUrl, `create database ${name} owner portico_owner`)
  t.after(() => runSql(adminUrl, `drop database ${name} with (force)`))
  const other = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const urls = {
    DATABASE_OWNER_URL: other(config.databaseOwnerUrl),
    DATABASE_URL: other(config.databaseUrl),
  }
  const counted = "select 1 from pg_tables where schemaname in ('public', 'pgboss')"
  return { urls, tables: () => runSql(urls.DATABASE_OWNER_URL, counted) }
}

async function runSql(url: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(text).finally(() => client.end())
  return rowCount ?? 0
}
