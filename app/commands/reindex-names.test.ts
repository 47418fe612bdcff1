// own process: rebuilds indexes, which waits for every transaction
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { config } from '#server/config.ts'
import { db, rows, scalars } from '#server/db.ts'
import { findSortedIndexes, reindexNamesCommand } from './reindex-names.ts'

test('3S12: the list has every index with a collation of ICU, also of expressions and conditions', async () => {
  await asOwner(`create index users_of_note on users (id) where lastname collate "und-x-icu" > 'x'`)
  const names = new Set((await findSortedIndexes(db)).map(({ name }) => name))
  const expected = await scalars<string>(db)`
    select format('%I.%I', schemaname, indexname) from pg_indexes where indexdef like '%-x-icu%'`
  ok(expected.length > 10)
  deepEqual(
    expected.filter((name) => !names.has(name)),
    [],
  )
  for (const name of ['users_invited_by_name', 'partners_inactive_by_name', 'users_of_note'])
    ok(names.has(`public.${name}`), name)
  ok(!names.has('public.users_pkey'))
})

test('3S12: the command rebuilds each of them, drops what an interrupted run left, and can be repeated', async () => {
  const before = await filesOf()
  await asOwner('create index users_listed_ccnew on users (id)')
  await asSuperuser(
    "update pg_index set indisvalid = false where indexrelid = 'users_listed_ccnew'::regclass",
  )
  const dryRun = await reindexNamesCommand(['--dry-run'])
  ok(dryRun.includes('reindex index concurrently public.users_listed;'))
  equal(dryRun.at(-1), '-- Nothing was changed.')
  for (let run = 0; run < 2; run += 1) {
    const [line] = await reindexNamesCommand([])
    equal(line, `Indexes that were rebuilt: ${before.size}.`)
  }
  const after = await filesOf()
  deepEqual([...after.keys()].toSorted(), [...before.keys()].toSorted())
  for (const [name, file] of before) ok(after.get(name) !== file, name)
  deepEqual(
    await scalars(db)`select indexrelid::regclass::text from pg_index where not indisvalid`,
    [],
  )
})

test('3S12: after the version of the collation has changed, the command says what the superuser runs', async () => {
  await asSuperuser("update pg_collation set collversion = '1.1' where collname = 'und-x-icu'")
  const lines = await reindexNamesCommand([])
  match(
    lines.join('\n'),
    /superuser[^]*\nalter collation pg_catalog\."und-x-icu" refresh version;$/,
  )
  await asSuperuser(lines.at(-1) ?? '')
  equal((await reindexNamesCommand([])).length, 1)
})

/** Returns the file of each index of the list, which a rebuild replaces. */
async function filesOf(): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  for (const { name } of await findSortedIndexes(db)) {
    const [index] = await rows<{ file: number }>(db)`
      select pg_relation_filenode(${name}::regclass)::int as file`
    files.set(name, index?.file ?? 0)
  }
  return files
}

function asOwner(text: string): Promise<void> {
  return execute(config.databaseOwnerUrl, text)
}

function asSuperuser(text: string): Promise<void> {
  const { pathname } = new URL(config.databaseUrl)
  const url = Object.assign(new URL(process.env['TEST_ADMIN_URL'] ?? ''), { pathname })
  return execute(url.href, text)
}

async function execute(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
