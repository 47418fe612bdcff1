// writes SQL: migrations to check
import { deepEqual, equal } from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { findFaults } from './released/faults.ts'
import { listReleases, type Release } from './released/released.ts'
import { findWholeTableChanges } from './released/whole-table.ts'

/**
 * Columns of `users` in both releases. 0.2.0 also reads `users.nickname` and the table `badges`; neither reads
 * `users.shoe_size`.
 */
const column = { id: 'uuid', email: 'text' }
const releases: Release[] = [
  {
    version: '0.2.0',
    commit: '',
    migrations: ['0001_baseline.sql'],
    tables: { users: { ...column, nickname: 'text' }, badges: { id: 'uuid' } },
    functions: ['make_parts', 'greet'],
    unread: ['users.shoe_size'],
  },
  {
    version: '0.3.0',
    commit: '',
    migrations: ['0001_baseline.sql', '0020_old.sql'],
    tables: { users: column, plans: { id: 'uuid', state: 'text' } },
    functions: ['make_parts'],
    unread: ['users.shoe_size', 'users.nickname', 'badges.id'],
  },
]

const taken: Record<string, string> = {
  'alter table users drop column email;': 'drops users.email',
  'alter table users drop email;': 'drops users.email',
  'ALTER TABLE IF EXISTS public."users"\n  ADD COLUMN mail text,\n  DROP COLUMN IF EXISTS "email" CASCADE;':
    'drops users.email',
  'alter table users rename column email to mail;': 'renames users.email',
  'alter table users rename email to mail;': 'renames users.email',
  'alter table users alter column email type varchar(9) using left(email, 9);':
    'retypes users.email',
  'alter table only users add x numeric(3, 1), alter email set data type citext;':
    'retypes users.email',
  'drop table badges, plans cascade;': 'drops plans',
  'alter table users rename to people;': 'renames users',
  'alter table users set schema old;': 'renames users',
  'truncate table users;': 'empties users',
  'drop function make_parts();': 'drops make_parts',
}
const narrowed: Record<string, string> = {
  'alter table plans alter column state set not null;': 'narrows plans.state',
  'alter table plans alter state drop default;': 'narrows plans.state',
  'alter table plans add column kind text not null;': 'narrows plans',
  "alter table plans add constraint plans_state check (state in ('a', 'b'));": 'narrows plans',
  'alter table plans add unique (state);': 'narrows plans',
  'create unique index concurrently plans_state on plans (state);': 'narrows plans',
  'drop trigger plans_filled on plans;': 'narrows plans',
}
const silent = [
  'alter table users drop column shoe_size;',
  'alter table users rename column shoe_size to size;',
  'alter table users alter column shoe_size type integer;',
  'alter table users drop constraint users_email_check, add constraint users_email_check check (true);',
  "alter table users add column kind text not null default 'a,b', add column n int not null generated always as (1) stored;",
  'alter table users alter column email drop not null; alter table users rename constraint a to b;',
  'create table things (id uuid, state text not null); alter table things drop column state; drop table things;',
  'create or replace function make_parts() returns void language sql as $$ drop table users; $$; drop function make_parts(int);',
  'drop trigger users_filled on users; create trigger users_filled before insert on users execute function f();',
  '-- drop table users;\ndrop index concurrently if exists users_listed;\ncreate index concurrently users_listed on users (email);',
  "insert into users (email) values ('x; drop table users;');",
  '-- expands\nalter table users add column note text;',
]

test('dropping, renaming or retyping a column that the previous version reads is refused, and unread columns may change', async (t) => {
  for (const [text, what] of Object.entries(taken))
    deepEqual(await check(t, text), [
      `migrations/0030_new.sql ${what}, which version 0.3.0 reads: stop reading it in this version, and take it away in the one after`,
    ])
  for (const text of silent) deepEqual(await check(t, text), [], text)
})

test('a migration that rejects what the previous version writes must state why that version keeps working', async (t) => {
  for (const [text, what] of Object.entries(narrowed)) {
    deepEqual(await check(t, text), [
      `migrations/0030_new.sql ${what}, which version 0.3.0 writes: state why that version keeps working in a line \`-- narrows: <reason>\` at the head`,
    ])
    deepEqual(await check(t, `-- narrows: a trigger fills it\n${text}`), [])
    deepEqual(
      await check(t, text.replaceAll('plans', 'badges')),
      [],
      'the previous version does not write it',
    )
  }
})

test('a migration that removes what an older version reads must name the last version that reads it', async (t) => {
  for (const text of [
    'alter table users drop column nickname;',
    'drop table badges;',
    'drop function greet(text);',
  ]) {
    deepEqual(await check(t, text), [
      'migrations/0030_new.sql takes away what version 0.2.0 reads: add `-- contracts: 0.2.0` at the head',
    ])
    deepEqual(await check(t, `-- Unused.\n-- contracts: 0.2.0\n${text}`), [])
    deepEqual(await check(t, `-- expands\n-- contracts: 0.2.0\n${text}`), [
      'migrations/0030_new.sql says that it expands, and that it contracts',
    ])
  }
  deepEqual(await check(t, '-- contracts: 0.2.0\nalter table users drop column shoe_size;'), [
    'migrations/0030_new.sql says `-- contracts: 0.2.0`, but takes nothing away that version 0.2.0 reads',
  ])
  deepEqual((await check(t, '-- contracts: 0.3.0\nalter table users drop column email;')).length, 1)
})

const inOneStatement: Record<string, string> = {
  'update users set email = lower(email);': 'users',
  'delete from users u where not exists (select from plans where id = u.id);': 'users',
  'with gone as (delete from plans returning id) select 1;': 'plans',
  'create table things (id uuid); insert into things select id from users;': 'users',
  '-- Outside of a transaction: it can be repeated.\n\ndo $$ begin update users set email = null; end $$;':
    'users',
}
const inBatches = [
  '-- Outside of a transaction: it can be repeated.\n\ndo $$ begin loop update users set email = null where id = any(batch); commit; end loop; end $$;',
  'create function f() returns trigger language plpgsql as $$ begin update users set email = null; return new; end $$;',
  'create trigger t after insert or update of email on users for each row execute function f();',
  'create table things (id uuid); update things set id = null; insert into things select gen_random_uuid() from generate_series(1, 3);',
]

test('3S15: a migration that changes the rows of a table in one statement must say why they are few', async (t) => {
  for (const [text, table] of Object.entries(inOneStatement)) {
    deepEqual(await check(t, text), [
      `migrations/0030_new.sql changes or copies all rows of ${table} in one statement. Commit after each batch (docs/how-to/write-a-migration.md). If the table has few rows, write the reason at the head: \`-- few rows: <reason>\``,
    ])
    deepEqual(await check(t, text.replace(/^/, '-- few rows: one row for each plan\n')), [], text)
  }
  for (const text of inBatches) deepEqual(await check(t, text), [], text)
})

test('3S15: the check finds the migrations of 0.3.0 that changed the rows of whole tables', () => {
  const tables = Object.fromEntries(
    ['0041', '0078', '0081', '0082'].map((number) => {
      const name = readdirSync('migrations').find((each) => each.startsWith(number)) ?? ''
      return [number, findWholeTableChanges(readFileSync(`migrations/${name}`, 'utf8'))]
    }),
  )
  deepEqual(tables, {
    '0041': ['sessions'],
    '0078': ['access_requests', 'company_roles', 'access_reviews', 'access_review_items'],
    '0081': ['users'],
    '0082': ['invitations'],
  })
})

test('a released version of the changelog must be recorded', async (t) => {
  deepEqual(await check(t, '', '## [0.4.0] - 2027-01-01\n\n## [0.3.0] - 2026-12-01\n'), [
    'CHANGELOG.md has version 0.4.0, tools/released does not: npm run release',
  ])
})

test('the record of each release matches its commit', async (t) => {
  const folder = newFolder(t)
  for (const release of await listReleases()) {
    const { status } = spawnSync('git', ['cat-file', '-e', `${release.commit}^{commit}`])
    if (status !== 0) return t.skip(`the history has no commit ${release.commit}`)
    const words = ['tools/released/record.ts', '--commit', release.commit, '--to', folder]
    await promisify(execFile)(process.execPath, words)
    const made = readFileSync(path.join(folder, `${release.version}.json`), 'utf8')
    equal(made, readFileSync(`tools/released/${release.version}.json`, 'utf8'))
  }
  const wire = `wire/${(await listReleases()).at(-1)?.version}.json`
  equal(
    readFileSync(path.join(folder, wire), 'utf8'),
    readFileSync(`tools/released/${wire}`, 'utf8'),
  )
  return undefined
})

/** Returns the faults of a tree with this migration after those of version 0.3.0. */
function check(t: TestContext, text: string, changelog = ''): Promise<string[]> {
  const root = newFolder(t)
  mkdirSync(path.join(root, 'migrations'))
  mkdirSync(path.join(root, 'tools/released'), { recursive: true })
  copyFileSync('migrations/0001_baseline.sql', path.join(root, 'migrations/0001_baseline.sql'))
  writeFileSync(path.join(root, 'migrations/0020_old.sql'), 'drop table users;')
  writeFileSync(path.join(root, 'migrations/0030_new.sql'), text)
  writeFileSync(path.join(root, 'CHANGELOG.md'), changelog)
  for (const release of releases)
    writeFileSync(
      path.join(root, `tools/released/${release.version}.json`),
      JSON.stringify(release),
    )
  return findFaults(root)
}

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
