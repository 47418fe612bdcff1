import { deepEqual, equal, rejects } from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
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

test('3S14: an interrupted index migration keeps the indexes that are built, and builds an unfinished one again', async (t) => {
  const urls = await emptyDatabase(t)
  const folder = await copyOfMigrations()
  await migrate({ ...urls, folder })
  await query(
    urls.ownerUrl,
    'create table gates (id int); insert into gates values (1), (1); create table notes (at timestamptz default clock_timestamp())',
  )
  const text = `-- Outside of a transaction: the indexes are built while servers write.

drop index concurrently if exists gates_first;
create index concurrently gates_first on gates (id);
insert into notes default values;
drop index concurrently if exists gates_second;
create unique index concurrently gates_second on gates (id);
`
  await writeFile(join(folder, '9999_gates.sql'), text)
  await rejects(
    migrate({ ...urls, folder }),
    /9999_gates.sql failed: could not create unique index/,
  )
  const first = await indexesOf(urls.ownerUrl)
  deepEqual(
    first.map(({ name, isValid }) => [name, isValid]),
    [
      ['gates_first', true],
      ['gates_second', false],
    ],
  )
  await query(urls.ownerUrl, 'delete from gates')
  deepEqual(await migrate({ ...urls, folder }), ['9999_gates.sql'])
  const [built, rebuilt] = await indexesOf(urls.ownerUrl)
  deepEqual([built?.id, rebuilt?.isValid], [first[0]?.id, true])
  equal((await query(urls.ownerUrl, 'select from notes')).length, 1)
  await rejects(query(urls.ownerUrl, 'select from migration_progress'), /does not exist/)
})

test('3S14: a migration whose process was killed after it built the index, and before it recorded that, continues', async (t) => {
  const urls = await emptyDatabase(t)
  const folder = await copyOfMigrations()
  await migrate({ ...urls, folder })
  const text =
    '-- Outside of a transaction: built while users log in.\n\ndrop index concurrently if exists users_next;\ncreate index concurrently users_next on users (id);\n'
  await writeFile(join(folder, '9999_next.sql'), text)
  await query(
    urls.ownerUrl,
    `create index users_next on users (id);
     create table migration_progress (name text primary key, hash text not null, statements integer not null);
     insert into migration_progress values ('9999_next.sql', '${createHash('sha256').update(text).digest('hex')}', 1)`,
  )
  const [before] = await indexesOf(urls.ownerUrl)
  deepEqual(await migrate({ ...urls, folder }), ['9999_next.sql'])
  deepEqual(await indexesOf(urls.ownerUrl), [before])
})

test('3S14: a dry run states the rows of each table that a migration names, and which migration may take long', async (t) => {
  const urls = await emptyDatabase(t)
  const folder = await copyOfMigrations()
  await migrate({ ...urls, folder })
  await query(
    urls.ownerUrl,
    'create table large_things (id int); insert into large_things select generate_series(1, 1000100); analyze large_things; analyze users',
  )
  const files = {
    '9997_index.sql':
      '-- Outside of a transaction.\ncreate index concurrently large_things_id on large_things (id);\n',
    '9998_column.sql': '-- As users has.\nalter table large_things add column note text;',
    '9999_none.sql': 'select 1;',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const sizes = (await pendingMigrations({ ...urls, folder })).map(({ size }) => size)
  deepEqual(sizes, [
    'Rows: large_things 1,000,100. Long: it may read every row of large_things.',
    'Rows: large_things 1,000,100.',
    undefined,
  ])
})

async function indexesOf(url: string) {
  return query<{ name: string; id: string; isValid: boolean }>(
    url,
    `select indexrelid::regclass::text as name, indexrelid::text as id, indisvalid as "isValid"
     from pg_index where indexrelid::regclass::text ~ '^(gates|users_next)' order by 1`,
  )
}

test('3S6: a migration executes the statements that a query before \\gexec returns', async (t) => {
  const urls = await emptyDatabase(t)
  const folder = await copyOfMigrations()
  await writeFile(
    join(folder, '9999_each.sql'),
    `-- Outside of a transaction
select format('create table %I ()', name) from (values ('first_one'), ('second_one')) names (name)
\\gexec
;
select format('drop table %I', name) from (values ('first_one')) names (name)
\\gexec
;`,
  )
  await migrate({ ...urls, folder })
  await query(urls.ownerUrl, 'select from second_one')
  await rejects(query(urls.ownerUrl, 'select from first_one'), /does not exist/)
})

test('3S6: the index of transactions is valid in each month, and an interrupted build is replaced', async (t) => {
  const { ownerUrl, serverUrl } = await emptyDatabase(t)
  await migrate({ ownerUrl, serverUrl })
  const listMonths = () =>
    query(
      ownerUrl,
      `select inhrelid::regclass::text as month from pg_inherits p join pg_index x on x.indrelid = p.inhrelid
       where p.inhparent = 'audit_log'::regclass and x.indisvalid and exists (
         select from pg_inherits where inhrelid = x.indexrelid and inhparent = 'audit_log_xid'::regclass)
       order by 1`,
    )
  const months = await listMonths()
  equal(months.length, 5)
  const { month } = months[0] as { month: string }
  await query(ownerUrl, 'drop index audit_log_xid')
  await query(ownerUrl, `create index ${month}_xid on ${month} (xid, id)`)
  await query(
    Object.assign(new URL(process.env['TEST_ADMIN_URL'] ?? ''), {
      pathname: new URL(ownerUrl).pathname,
    }).href,
    `update pg_index set indisvalid = false where indexrelid = '${month}_xid'::regclass`,
  )
  await query(ownerUrl, "delete from migrations where name = '0112_audit_xid_index.sql'")
  deepEqual(await migrate({ ownerUrl, serverUrl }), ['0112_audit_xid_index.sql'])
  deepEqual(await listMonths(), months)
})

test('the role of the server has no right on a partition of a week either', async (t) => {
  const { ownerUrl, serverUrl } = await emptyDatabase(t)
  await migrate({ ownerUrl, serverUrl })
  await query(ownerUrl, `select add_audit_month('2001-02-01', 7)`)
  await migrate({ ownerUrl, serverUrl })
  const rights = await query(
    ownerUrl,
    `select count(*)::int as parts, count(*) filter (where has_table_privilege('portico_server', oid, 'select, insert, update, delete'))::int as granted
     from pg_class where relname ~ '^audit_(log|sealed)_2001_02_\\d\\d$'`,
  )
  deepEqual(rights, [{ parts: 8, granted: 0 }])
})

async function copyOfMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  return folder
}

async function emptyDatabase(t: { after: (work: () => Promise<unknown>) => void }) {
  const adminUrl = process.env['TEST_ADMIN_URL'] ?? ''
  const name = `empty_${randomBytes(6).toString('hex')}`
  await query(adminUrl, `create database ${name} owner portico_owner`)
  t.after(async () => void (await query(adminUrl, `drop database ${name} with (force)`)))
  const other = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return { ownerUrl: other(config.databaseOwnerUrl), serverUrl: other(config.databaseUrl) }
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text).finally(() => client.end())
  return rows
}
