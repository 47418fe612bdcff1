import { deepEqual, equal, rejects } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { config } from '#server/config.ts'
import { migrate, pendingMigrations, requireMigrated } from './migrate.ts'
import { migrationsFolder } from './migrations.ts'

test('of two servers that start concurrently on an empty database, one migrates and none fails', async (t) => {
  const urls = await emptyDatabase(t)
  const [one, other] = await Promise.all([migrate(urls), migrate(urls)])
  const applied = [...one, ...other]
  equal(Math.min(one.length, other.length), 0)
  deepEqual(applied, (await readdir(migrationsFolder)).sort())
  deepEqual(await migrate(urls), [])
})

test('a failed migration leaves nothing behind, and the error names it', async (t) => {
  const urls = await emptyDatabase(t)
  const folder = await copyOfMigrations()
  await writeFile(
    join(folder, '9999_broken.sql'),
    'create table half_done (id int); select nonsense from nowhere;',
  )
  await rejects(migrate({ ...urls, folder }), /the migration 9999_broken.sql failed/)
  await rejects(query(urls.ownerUrl, 'select 1 from half_done'), /does not exist/)
  await writeFile(join(folder, '9999_broken.sql'), 'create table half_done (id int);')
  deepEqual(await migrate({ ...urls, folder }), ['9999_broken.sql'])
})

test('a migration that was changed after it was applied stops the next run', async (t) => {
  const urls = await emptyDatabase(t)
  const folder = await copyOfMigrations()
  await writeFile(join(folder, '9999_extra.sql'), 'select 1;')
  await migrate({ ...urls, folder })
  await writeFile(join(folder, '9999_extra.sql'), 'select 2;')
  await rejects(migrate({ ...urls, folder }), /9999_extra.sql was changed/)
})

test('S3: a server in production starts only on a migrated database', async (t) => {
  const urls = await emptyDatabase(t)
  const advice = /run `node app\/commands\/main\.ts migrate` with DATABASE_OWNER_URL/
  await rejects(requireMigrated(urls.serverUrl), /^Error: The database lacks 0001_baseline\.sql, /)
  await rejects(requireMigrated(urls.serverUrl), advice)
  await rejects(query(urls.ownerUrl, 'select 1 from migrations'), /does not exist/)
  await migrate(urls)
  await requireMigrated(urls.serverUrl)
  await query(urls.ownerUrl, "select pgboss.delete_queue('mail')")
  await rejects(requireMigrated(urls.serverUrl), /lacks mail\./)
})

test('a database from before the baseline is not changed, and the error says what to do', async (t) => {
  const urls = await emptyDatabase(t)
  await query(
    urls.ownerUrl,
    `create table migrations (name text primary key, hash text not null, applied_at timestamptz default now());
     insert into migrations (name, hash) values ('0001_people.sql', 'x')`,
  )
  const sentence = /before version 0\.2\.0 \(0001_people\.sql\).*`npm run portico -- demo:reset`/
  await rejects(migrate(urls), sentence)
  await rejects(pendingMigrations(urls), sentence)
  await rejects(query(urls.ownerUrl, 'select 1 from accounts'), /does not exist/)
})

async function copyOfMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  return folder
}

async function emptyDatabase(t: { after: (work: () => Promise<void>) => void }) {
  const adminUrl = process.env['TEST_ADMIN_URL'] ?? ''
  const name = `empty_${randomBytes(6).toString('hex')}`
  await query(adminUrl, `create database ${name} owner portico_owner`)
  t.after(() => query(adminUrl, `drop database ${name} with (force)`))
  const other = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return { ownerUrl: other(config.databaseOwnerUrl), serverUrl: other(config.databaseUrl) }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
