import { equal, match, rejects } from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd, type Test } from '#test/at-end.ts'
import { logInAt } from '#test/backups.ts'
import { addUser } from '#test/people.ts'
import { startPortico, type } from '#test/programs.ts'
import { makeCopy } from '../mutants/copy.ts'
import { version } from '../../app/version.ts'

const next = '99.0.0'
const inProduction = {
  DATABASE_OWNER_URL: undefined,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://id.example.com',
  PASSWORD_HASH_MEMORY_KIB: '',
  PASSWORD_HASH_PASSES: '',
}
const expanding =
  '-- expands\nalter table users add column next_note text; create table next_things (id uuid primary key);'
const contracting = `-- What ${version} reads in this test.\n-- contracts: ${version}\nalter table users drop column next_note;`

test('a server of the next version exits with an error on a schema without its migrations, and running servers continue', async (t) => {
  const running = await startPortico(t, { SERVE: 'users' })
  const folder = await copyAsNext(t, { '9996_expanding.sql': expanding })

  await rejects(
    startPortico(t, inProduction, folder),
    /^Error: The database lacks 9996_expanding\.sql\. In production, servers do not migrate: run `node app\/commands\/main\.ts migrate` with DATABASE_OWNER_URL, then start the servers\.\n$/,
  )
  await logInAt(running.url, await addUser())
  equal((await fetch(`${running.url}/readyz`)).status, 200)
})

test('an older server does not start on a contracted schema and names both versions, and a running one continues', async (t) => {
  const running = await startPortico(t, { SERVE: 'users' })
  const folder = await copyAsNext(t, {
    '9996_expanding.sql': expanding,
    '9997_contracting.sql': contracting,
  })

  const migrated = await type(['migrate'], {}, '', folder)
  match(migrated.text, /9996_expanding\.sql was applied\.\n9997_contracting\.sql was applied\.\n$/)

  const sentence = new RegExp(
    `^(Error: )?This is version ${version}, but version ${next} has migrated the database: 9997_contracting\\.sql has removed what versions up to ${version} read\\. Start version ${next} or later, or restore a backup from before the upgrade\\.\n$`,
  )
  await rejects(startPortico(t), sentence)
  await rejects(startPortico(t, inProduction), sentence)
  const again = await type(['migrate'])
  equal(again.code, 1)
  match(again.text, sentence)
  await logInAt(running.url, await addUser())
  equal((await fetch(`${running.url}/readyz`)).status, 200)
  const newer = await startPortico(t, { SERVE: 'users' }, folder)
  await logInAt(newer.url, await addUser())
})

test('of two concurrent migrations, one waits, says so, and finds nothing left to do', async (t) => {
  const folder = await copyAsNext(t, {
    '9996_expanding.sql': expanding,
    '9997_contracting.sql': contracting,
    '9998_slow.sql': 'select pg_sleep(4); create table slow_things (id uuid primary key);',
  })
  const both = await Promise.all([0, 1].map(() => type(['migrate'], {}, '', folder)))

  const [first = '', other = ''] = both.map(({ text }) => text).toSorted()
  match(first, /^9998_slow\.sql was applied\.\n$/)
  match(
    other,
    /^Another process is migrating this database\. Waiting for it\.\nThe database is up to date\.\n$/,
  )
  equal(both.filter(({ code }) => code === 0).length, 2)
})

/** Returns a copy of the source tree as a later version, with additional migrations. */
async function copyAsNext(t: Test, migrations: Record<string, string>): Promise<string> {
  const folder = makeCopy()
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(migrations))
    await writeFile(join(folder, 'migrations', name), text)
  const file = join(folder, 'package.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(`"version": "${version}"`, `"version": "${next}"`))
  return folder
}
