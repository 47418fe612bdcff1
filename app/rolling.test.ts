import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { config } from '#server/config.ts'
import type { Test } from '#test/at-end.ts'
import { logInAt, newFolder } from '#test/backups.ts'
import { addUser } from '#test/people.ts'
import { startPortico, type } from '#test/programs.ts'
import { migrate } from './migrate.ts'

const next = {
  '9998_next.sql':
    'alter table users add column next_note text; create table next_things (id uuid primary key);',
  '9999_next_index.sql':
    '-- Outside of a transaction: built while people log in.\n\ndrop index concurrently if exists users_next;\ncreate index concurrently users_next on users (next_note);\n',
}

test('the schema is changed while people log in, though somebody holds a table: every one of them is answered', async (t) => {
  const portal = await startPortico(t, { SERVE: 'users' })
  const urls = { ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl }
  const folder = await newFolder(t)
  await cp('migrations', folder, { recursive: true })
  for (const [name, text] of Object.entries(next)) await writeFile(join(folder, name), text)
  const holder = new pg.Client({ connectionString: urls.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select count(*) from users')

  const people = await Promise.all(Array.from({ length: 6 }, () => addUser()))
  const migrated = migrate({ ...urls, folder })
  const letGo = wait(4_000).then(() => holder.query('commit'))
  for (const each of people) await logInAt(portal.url, each)
  await letGo
  await holder.end()
  deepEqual(await migrated, Object.keys(next))

  // The old program on the newer schema: the one that runs, and one that is started now.
  await logInAt(portal.url, await addUser())
  equal((await fetch(`${portal.url}/readyz`)).status, 200)
  const second = await startPortico(t, { SERVE: 'users' })
  await logInAt(second.url, await addUser())
})

test('a dry run tells every statement and changes nothing', async (t) => {
  const { urls, tables } = await emptyDatabase(t)
  const said = await type(['migrate', '--dry-run'], urls)
  equal(said.code, 0, said.text)
  match(said.text, /-- 0001_people\.sql: all of it or nothing\n[^]*create table partners/)
  match(said.text, /-- 0019_found_while_running\.sql: each statement by itself/)
  match(said.text, /-- \d+ to be applied\. Nothing was changed\.\n$/)
  equal(await tables(), 0)
  const wrong = await type(['migrate', '--now'], urls)
  equal(wrong.code, 1)
  match(wrong.text, /Not known: --now\. Use it like this/)
  const done = await type(['migrate'], urls)
  match(done.text, /0001_people\.sql was applied/)
  ok((await tables()) > 20)
  match((await type(['migrate', '--dry-run'], urls)).text, /nothing would be changed/)
})

test('from here on migrations only add: an older server goes on beside a newer one', async () => {
  for (const name of await readdir('migrations')) {
    if (name < '0014') continue
    const text = (await readFile(join('migrations', name), 'utf8')).replaceAll(/--.*$/gm, '')
    for (const taken of [
      /\bdrop\s+(table|column|type|schema)\b/i,
      /\brename\b/i,
      /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
      /\balter\s+column\s+\w+\s+set\s+not\s+null\b/i,
      /\badd\s+column\s+\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)(?![^,;]*\bgenerated\b)/i,
      /\btruncate\b/i,
    ]) {
      equal(taken.exec(text)?.[0], undefined, `${name} takes something away`)
    }
  }
})

async function emptyDatabase(t: Test) {
  const adminUrl = process.env['TEST_ADMIN_URL'] ?? ''
  const name = `empty_${randomBytes(6).toString('hex')}`
  await ask(adminUrl, `create database ${name} owner portico_owner`)
  t.after(() => ask(adminUrl, `drop database ${name} with (force)`))
  const other = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const urls = {
    DATABASE_OWNER_URL: other(config.databaseOwnerUrl),
    DATABASE_URL: other(config.databaseUrl),
  }
  const counted = "select 1 from pg_tables where schemaname in ('public', 'pgboss')"
  return { urls, tables: () => ask(urls.DATABASE_OWNER_URL, counted) }
}

async function ask(url: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(text).finally(() => client.end())
  return rowCount ?? 0
}
