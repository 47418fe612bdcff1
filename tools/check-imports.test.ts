// writes SQL: sources to check
import { deepEqual, equal } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('check-imports.ts', import.meta.url))

const sound = {
  'README.md': 'A project.',
  'contract/locale.ts': "import * as z from 'zod/mini'",
  'contract/page.ts': "import './locale.ts'",
  'server/db.ts': "import pg from 'pg'",
  'web/form.tsx': "import type { Locale } from '#contract/locale.ts'",
  'web/form.css': '.form {}',
  'web/trusted-types.ts': '',
  'web/form.test.ts': "import './form.tsx'",
  'domain/accounts/user.ts':
    "import { sql } from '#server/db.ts'\nsql`insert into users (id) values (1)`",
  'features/account/sign-in/contract.ts': "import '#contract/page.ts'",
  'features/account/sign-in/texts/messages.ts': "import '#contract/texts.ts'\nimport './en.json'",
  'features/account/sign-in/texts/en.json': '{}',
  'contract/texts.ts': "import { parse } from '@messageformat/parser'",
  'features/account/sign-in/log-in.ts':
    "import {\n  sql,\n} from '#server/db.ts'\nimport './contract.ts'",
  'features/account/sign-in/email.ts': "import { words } from './texts/messages.ts'",
  'features/account/sign-in/routes.ts': "import '#domain/accounts/user.ts'\nimport './log-in.ts'",
  'features/account/sign-in/page.tsx':
    "import '#web/form.tsx'\nimport './contract.ts'\nimport './texts/messages.ts'",
  'features/account/sign-in/log-in.test.ts':
    "import '../sessions/log-out.ts'\nimport '#test/people.ts'",
  'features/account/sessions/log-out.ts': 'export {}',
  'app/server.ts': "import '../features/account/sign-in/routes.ts'",
  'app/web/public.tsx': "const page = import('../../features/account/sign-in/page.tsx')",
  'demo/start.ts': "import '../app/server.ts'",
  'test/support/people.ts': "import '#domain/accounts/user.ts'",
  'tools/count.ts': "import '../demo/start.ts'",
  'migrations/0001_users.sql': 'insert into users values (1);',
}

test('a project that follows the rules has no fault', () => {
  const checked = check({})

  deepEqual(checked.faults, ['25 files, 22 imports, no fault'])
  equal(checked.status, 0)
})

test('an import of a higher layer or of another feature is a fault', () => {
  finds({ 'contract/page.ts': "import '#server/db.ts'" }, [
    'contract/page.ts:1 contract may not import server/db.ts',
  ])
  finds({ 'contract/page.ts': "\nimport pg from 'pg'" }, [
    'contract/page.ts:2 contract may import zod/mini and itself, not pg',
  ])
  finds({ 'server/db.ts': "import '#domain/accounts/user.ts'\n" }, [
    'server/db.ts:1 server may not import domain/accounts/user.ts',
    'server/db.ts:1 import cycle: domain/accounts/user.ts → server/db.ts → domain/accounts/user.ts',
  ])
  finds({ 'domain/accounts/user.ts': "import type {\n  Form,\n} from '#web/form.tsx'" }, [
    'domain/accounts/user.ts:3 domain may not import web/form.tsx',
  ])
  finds({ 'web/ui/list.tsx': "import '../parts/guests.tsx'", 'web/parts/guests.tsx': '' }, [
    'web/ui/list.tsx:1 web may not import web/parts/guests.tsx',
  ])
  finds({ 'web/parts/guests.tsx': "import '../ui/list.tsx'", 'web/ui/list.tsx': '' }, [])
  finds({ 'features/account/sessions/log-out.ts': "import '../sign-in/contract.ts'" }, [
    'features/account/sessions/log-out.ts:1 feature, server half may not import features/account/sign-in/contract.ts',
  ])
  finds({ 'app/server.ts': "import '../demo/seed.ts'", 'demo/seed.ts': '' }, [
    'app/server.ts:1 app may not import demo/seed.ts',
  ])
  finds({ 'demo/start.ts': "import '#test/people.ts'" }, [
    'demo/start.ts:1 demo may not import test/support/people.ts',
  ])
})

test('a half of a feature, and its test, must not import the other half', () => {
  finds({ 'features/account/sign-in/log-in.ts': "import './page.tsx'" }, [
    'features/account/sign-in/log-in.ts:1 feature, server half may not import features/account/sign-in/page.tsx',
  ])
  finds({ 'features/account/sign-in/page.tsx': "import './log-in.ts'" }, [
    'features/account/sign-in/page.tsx:1 feature, screen half may not import features/account/sign-in/log-in.ts',
  ])
  finds({ 'features/account/sign-in/texts/messages.ts': "import '#web/form.tsx'" }, [
    'features/account/sign-in/texts/messages.ts:1 words may not import web/form.tsx',
  ])
  finds({ 'features/account/sign-in/contract.ts': "import './texts/messages.ts'" }, [
    'features/account/sign-in/contract.ts:1 feature, contract may not import features/account/sign-in/texts/messages.ts',
  ])
  finds({ 'features/account/sign-in/log-in.test.ts': "import '#web/form.tsx'" }, [
    'features/account/sign-in/log-in.test.ts:1 server test may not import web/form.tsx',
  ])
})

test('app/ imports only routes, jobs, commands and pages from a feature', () => {
  finds({ 'app/server.ts': "import '../features/account/sign-in/log-in.ts'" }, [
    'app/server.ts:1 app may not import features/account/sign-in/log-in.ts',
  ])
  finds(
    { 'app/web/public.tsx': "const routes = import('../../features/account/sign-in/routes.ts')" },
    ['app/web/public.tsx:1 app/web may not import features/account/sign-in/routes.ts'],
  )
})

test('a starter imports only its own files, and the client only contracts', () => {
  finds(
    { 'starters/express/server.mjs': "import { b } from './b.mjs'", 'starters/express/b.mjs': '' },
    [],
  )
  finds({ 'starters/express/server.mjs': "import '../../contract/locale.ts'" }, [
    'starters/express/server.mjs:1 starters may not import contract/locale.ts',
  ])
  finds({ 'starters/next/page.jsx': "import '../express/b.mjs'", 'starters/express/b.mjs': '' }, [
    'starters/next/page.jsx:1 starters may not import starters/express/b.mjs',
  ])
  finds({ 'starters/next/page.jsx': '\n'.repeat(300) + 'end' }, [
    'starters/next/page.jsx:301 is longer than 300 lines',
  ])
  finds({ 'client/src/service-account.ts': "import '../../server/db.ts'" }, [
    'client/src/service-account.ts:1 client may not import server/db.ts',
  ])
})

test('an import cycle is a fault, even if only types are imported', () => {
  const cycle = 'domain/a.ts → domain/b.ts → domain/a.ts'
  finds(
    {
      'domain/a.ts': "import type { B } from './b.ts'",
      'domain/b.ts': "\nimport type { A } from './a.ts'",
    },
    [`domain/b.ts:2 import cycle: ${cycle}`],
  )
})

test('a second file that writes a table is a fault; reads and locks are not', () => {
  const fault = 'only domain/accounts/user.ts writes users'
  finds({ 'features/account/sign-in/log-in.ts': '\nsql`update users u set active = true`' }, [
    `features/account/sign-in/log-in.ts:2 ${fault}`,
  ])
  finds(
    { 'features/account/sign-in/log-in.ts': 'sql`with gone as (delete\n from users) select 1`' },
    [`features/account/sign-in/log-in.ts:1 ${fault}`],
  )
  finds({ 'features/account/sign-in/log-in.ts': 'sql`merge into users using b on true`' }, [
    `features/account/sign-in/log-in.ts:1 ${fault}`,
  ])
  finds({ 'server/db.ts': 'sql`select id from users for update of users skip locked`' }, [])
  finds({ 'server/db.ts': '// update users set\nsql`on conflict do update set active = true`' }, [])
  finds({ 'domain/user.test.ts': 'sql`delete from users`' }, [])
})

test('a test that writes a table of the migrations must contain a reason, and no other test may', () => {
  const migrations = { 'migrations/0002_companies.sql': 'create table companies (id int);' }
  const write = 'sql`update companies set id = 2`'
  finds({ ...migrations, 'domain/user.test.ts': `\n${write}` }, [
    'domain/user.test.ts:2 update companies set: write it by test/support/rows.ts',
  ])
  finds({ ...migrations, 'domain/user.test.ts': `// writes SQL: its rights\n${write}` }, [])
  finds({ ...migrations, 'domain/user.test.ts': 'sql`insert into notes values (1)`' }, [])
  finds({ ...migrations, 'domain/user.test.ts': '// writes SQL: its rights' }, [
    'domain/user.test.ts:1 writes no SQL: delete the comment that says so',
  ])
})

test('a table name passed to a helper is checked, and a table name computed at run time is a fault', () => {
  finds({ 'server/db.ts': "sql`update ${raw('users')} set active = true`" }, [
    'server/db.ts:1 only domain/accounts/user.ts writes users',
  ])
  finds({ 'server/db.ts': "\npurgeOf(\n  'users', expired)" }, [
    'server/db.ts:2 only domain/accounts/user.ts writes users',
  ])
  finds({ 'server/jobs.ts': '\nsql`delete from ${raw(table)}`' }, [
    'server/jobs.ts:2 writes a table that it does not name',
  ])
  finds({ 'domain/keys/encrypted-columns.ts': 'sql`update ${raw(table)} set a = 1`' }, [])
})

test('a re-export and a type with a meaningless name are faults', () => {
  finds({ 'server/pool.ts': "export { db } from './db.ts'\n\nexport * from './db.ts'" }, [
    'server/pool.ts:1 re-exports: import it from where it is declared',
    'server/pool.ts:3 re-exports: import it from where it is declared',
  ])
  finds({ 'server/pool.ts': 'export type About = { id: string }\ntype Aboutness = 1' }, [
    'server/pool.ts:1 type About: name it after what it holds',
  ])
  finds({ 'server/pool.ts': 'type Found<Row> = Row[]' }, [
    'server/pool.ts:1 type Found: name it after what it holds',
  ])
})

test('C8 two migrations or two decisions with the same number are a fault', () => {
  finds({ 'migrations/0001_roles.sql': '' }, [
    'migrations/0001_users.sql:1 has the number of migrations/0001_roles.sql',
  ])
  finds({ 'docs/decisions/0002-a.md': '', 'docs/decisions/0002-b.md': '' }, [
    'docs/decisions/0002-b.md:1 has the number of docs/decisions/0002-a.md',
  ])
})

test('a file outside the known folders, too long, or with a meaningless name is a fault', () => {
  finds({ 'notes.txt': '', 'scripts/run.ts': '' }, [
    'notes.txt:1 is in no known folder',
    'scripts/run.ts:1 is in no known folder',
  ])
  finds({ 'features/account/sign-in/parts/button.tsx': '' }, [
    'features/account/sign-in/parts/button.tsx:1 a feature is features/<area>/<use case>, with texts/ as its only folder',
  ])
  finds({ 'server/date-utils.ts': '', 'domain/types/user.ts': '' }, [
    'server/date-utils.ts:1 has a name without meaning',
    'domain/types/user.ts:1 has a name without meaning',
  ])
  finds({ 'server/long.ts': '\n'.repeat(300) + 'end' }, [
    'server/long.ts:301 is longer than 300 lines',
  ])
  finds({ 'server/long.test.ts': '\n'.repeat(300) + 'end' }, [
    'server/long.test.ts:301 is longer than 300 lines',
  ])
  finds({ 'features/account/sign-in/texts/messages.ts': '\n'.repeat(400) + 'end' }, [])
})

function finds(planted: Record<string, string>, faults: string[]): void {
  const checked = check(planted)
  const actual = faults.length > 0 ? checked.faults.toSorted() : []
  deepEqual(actual, faults.toSorted())
  equal(checked.status, faults.length > 0 ? 1 : 0)
}

function check(planted: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'portico-imports-'))
  for (const [name, text] of Object.entries({ ...sound, ...planted })) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  const { status, stdout } = spawnSync(process.execPath, [program, root], { encoding: 'utf8' })
  rmSync(root, { recursive: true })
  return { status, faults: stdout.trim().split('\n') }
}
