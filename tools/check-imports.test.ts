import { deepEqual, equal } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('check-imports.ts', import.meta.url))

const sound = {
  'README.md': 'A house.',
  'contract/locale.ts': "import * as z from 'zod/mini'",
  'contract/page.ts': "import './locale.ts'",
  'server/db.ts': "import pg from 'pg'",
  'web/form.tsx': "import type { Locale } from '#contract/locale.ts'",
  'web/form.css': '.form {}',
  'web/trusted-types.ts': '',
  'web/form.test.ts': "import './form.tsx'",
  'domain/user.ts': "import { sql } from '#server/db.ts'\nsql`insert into users (id) values (1)`",
  'features/account/sign-in/contract.ts': "import '#contract/page.ts'",
  'features/account/sign-in/messages.ts': "import '#contract/locale.ts'",
  'features/account/sign-in/log-in.ts':
    "import {\n  sql,\n} from '#server/db.ts'\nimport './contract.ts'",
  'features/account/sign-in/email.ts': "import { words } from './messages.ts'",
  'features/account/sign-in/routes.ts': "import '#domain/user.ts'\nimport './log-in.ts'",
  'features/account/sign-in/page.tsx':
    "import '#web/form.tsx'\nimport './contract.ts'\nimport './messages.ts'",
  'features/account/sign-in/log-in.test.ts':
    "import '../logout/log-out.ts'\nimport '#test/people.ts'",
  'features/logout/log-out.ts': 'export {}',
  'app/server.ts': "import '../features/account/sign-in/routes.ts'",
  'app/web/public.tsx': "const page = import('../../features/login/page.tsx')",
  'demo/start.ts': "import '../app/server.ts'",
  'test/support/people.ts': "import '#domain/user.ts'",
  'tools/count.ts': "import '../demo/start.ts'",
  'migrations/0001_users.sql': 'insert into users values (1);',
}

test('a sound house has no fault', () => {
  const checked = check({})

  deepEqual(checked.said, ['23 files, 21 imports, no fault'])
  equal(checked.status, 0)
})

test('an import that runs up, or across to another feature, is a fault', () => {
  finds({ 'contract/page.ts': "import '#server/db.ts'" }, [
    'contract/page.ts:1 contract may not import server/db.ts',
  ])
  finds({ 'contract/page.ts': "\nimport pg from 'pg'" }, [
    'contract/page.ts:2 contract may import zod/mini and itself, not pg',
  ])
  finds({ 'server/db.ts': "import '#domain/user.ts'\n" }, [
    'server/db.ts:1 server may not import domain/user.ts',
    'server/db.ts:1 closes a circle: domain/user.ts → server/db.ts → domain/user.ts',
  ])
  finds({ 'domain/user.ts': "import type {\n  Form,\n} from '#web/form.tsx'" }, [
    'domain/user.ts:3 domain may not import web/form.tsx',
  ])
  finds({ 'features/logout/log-out.ts': "import '../login/contract.ts'" }, [
    'features/logout/log-out.ts:1 feature, server half may not import features/account/sign-in/contract.ts',
  ])
  finds({ 'app/server.ts': "import '../demo/seed.ts'", 'demo/seed.ts': '' }, [
    'app/server.ts:1 app may not import demo/seed.ts',
  ])
  finds({ 'demo/start.ts': "import '#test/people.ts'" }, [
    'demo/start.ts:1 demo may not import test/support/people.ts',
  ])
})

test('neither half of a feature, nor its test, reaches into the other half', () => {
  finds({ 'features/account/sign-in/log-in.ts': "import './page.tsx'" }, [
    'features/account/sign-in/log-in.ts:1 feature, server half may not import features/account/sign-in/page.tsx',
  ])
  finds({ 'features/account/sign-in/page.tsx': "import './log-in.ts'" }, [
    'features/account/sign-in/page.tsx:1 feature, screen half may not import features/account/sign-in/log-in.ts',
  ])
  finds({ 'features/account/sign-in/messages.ts': "import '#web/form.tsx'" }, [
    'features/account/sign-in/messages.ts:1 feature, words may not import web/form.tsx',
  ])
  finds({ 'features/account/sign-in/contract.ts': "import './messages.ts'" }, [
    'features/account/sign-in/contract.ts:1 feature, contract may not import features/account/sign-in/messages.ts',
  ])
  finds({ 'features/account/sign-in/email.ts': "import '#domain/user.ts'" }, [
    'features/account/sign-in/email.ts:1 feature, email may not import domain/user.ts',
  ])
  finds({ 'features/account/sign-in/log-in.test.ts': "import '#web/form.tsx'" }, [
    'features/account/sign-in/log-in.test.ts:1 test of no screen may not import web/form.tsx',
  ])
})

test('the app takes from a feature only its doors', () => {
  finds({ 'app/server.ts': "import '../features/account/sign-in/log-in.ts'" }, [
    'app/server.ts:1 app may not import features/account/sign-in/log-in.ts',
  ])
  finds({ 'app/web/public.tsx': "const routes = import('../../features/login/routes.ts')" }, [
    'app/web/public.tsx:1 app/web may not import features/account/sign-in/routes.ts',
  ])
})

test('a circle of imports is a fault, types included', () => {
  const circle = 'domain/a.ts → domain/b.ts → domain/a.ts'
  finds(
    {
      'domain/a.ts': "import type { B } from './b.ts'",
      'domain/b.ts': "\nimport type { A } from './a.ts'",
    },
    [`domain/b.ts:2 closes a circle: ${circle}`],
  )
})

test('two files that write one table are a fault, and readers and locks are none', () => {
  const found = 'only domain/user.ts writes users'
  finds({ 'features/account/sign-in/log-in.ts': '\nsql`update users u set active = true`' }, [
    `features/account/sign-in/log-in.ts:2 ${found}`,
  ])
  finds(
    { 'features/account/sign-in/log-in.ts': 'sql`with gone as (delete\n from users) select 1`' },
    [`features/account/sign-in/log-in.ts:1 ${found}`],
  )
  finds({ 'features/account/sign-in/log-in.ts': 'sql`merge into users using b on true`' }, [
    `features/account/sign-in/log-in.ts:1 ${found}`,
  ])
  finds({ 'server/db.ts': 'sql`select id from users for update of users skip locked`' }, [])
  finds({ 'server/db.ts': '// update users set\nsql`on conflict do update set active = true`' }, [])
  finds({ 'domain/user.test.ts': 'sql`delete from users`' }, [])
})

test('a file outside a room, too long or without a telling name is a fault', () => {
  finds({ 'notes.txt': '', 'scripts/run.ts': '' }, [
    'notes.txt:1 stands in no room',
    'scripts/run.ts:1 stands in no room',
  ])
  finds({ 'features/account/sign-in/parts/button.tsx': '' }, [
    'features/account/sign-in/parts/button.tsx:1 a feature is one folder without folders',
  ])
  finds({ 'server/date-utils.ts': '', 'domain/types/user.ts': '' }, [
    'server/date-utils.ts:1 has a name that says nothing',
    'domain/types/user.ts:1 has a name that says nothing',
  ])
  finds({ 'server/long.ts': '\n'.repeat(200) + 'end' }, [
    'server/long.ts:201 is longer than 200 lines',
  ])
  finds({ 'server/long.test.ts': '\n'.repeat(200) + 'end' }, [
    'server/long.test.ts:201 is longer than 200 lines',
  ])
  finds({ 'features/account/sign-in/messages.ts': '\n'.repeat(300) + 'end' }, [])
})

function finds(planted: Record<string, string>, faults: string[]): void {
  const checked = check(planted)
  const said = faults.length > 0 ? checked.said.toSorted() : []
  deepEqual(said, faults.toSorted())
  equal(checked.status, faults.length > 0 ? 1 : 0)
}

function check(planted: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'portico-walls-'))
  for (const [name, text] of Object.entries({ ...sound, ...planted })) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  const { status, stdout } = spawnSync(process.execPath, [program, root], { encoding: 'utf8' })
  rmSync(root, { recursive: true })
  return { status, said: stdout.trim().split('\n') }
}
