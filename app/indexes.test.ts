import { deepEqual, match, ok } from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeSecondFactor } from '#domain/credentials/second-factor.ts'
import { deleteMailsTo } from '#domain/mail/mail.ts'
import { db, rows, transaction, type Transaction } from '#server/db.ts'
import { statementsOf } from '#test/statements.ts'

/** Parents of foreign keys that need no index, although rows could be deleted with them. */
const exceptions: Readonly<Record<string, string>> = {
  admins: 'an admin is deactivated; only accounts of users are erased',
}

type ForeignKey = { child: string; parent: string; condition: string; cascades: boolean }

test('3S8, 3S9: every row that is deleted finds the rows that refer to it by an index', async () => {
  const keys = await rows<ForeignKey>(db)`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent, c.confdeltype = 'c' as cascades,
           string_agg(format('%I = $%s', a.attname, array_position(c.conkey, a.attnum)), ' and ') as condition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
    group by c.oid, c.conrelid, c.confrelid, c.confdeltype`
  ok(keys.length > 30)
  const deleted = withCascades(await tablesWithDeletions(), keys)
  const unserved = await transaction(db, async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const found: ForeignKey[] = []
    for (const key of keys.filter(({ parent }) => deleted.has(parent)))
      // What PostgreSQL itself executes for a deletion.
      if (
        /Seq Scan/.test(await explain(tx, `delete from only ${key.child} where ${key.condition}`))
      )
        found.push(key)
    return found
  })
  const unexpected = unserved.filter(({ parent }) => !(parent in exceptions))
  deepEqual(unexpected, [])
  deepEqual(
    Object.keys(exceptions).filter((name) => !unserved.some(({ parent }) => parent === name)),
    [],
    'exceptions that are no longer necessary',
  )
})

test('3S8: replacing an authenticator by a passkey finds the authenticator by an index', async () => {
  await assertIndexed((tx) => removeSecondFactor(tx, noId), 'second_factors_of_user')
})

test('3S9: an erasure finds the mails to an address by an index', async () => {
  await assertIndexed((tx) => deleteMailsTo(tx, 'ada@quay.example'), 'mails_of_address')
})

const noId = '00000000-0000-0000-0000-000000000000'

async function assertIndexed(work: (tx: Transaction) => Promise<unknown>, index: string) {
  await transaction(db, async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const [statement = ''] = await statementsOf(() => work(tx))
    match(await explain(tx, statement), new RegExp(`(using|on) ${index}\\b`))
  })
}

async function explain(tx: Transaction, statement: string): Promise<string> {
  const text = `explain (generic_plan) ${statement}`
  const { rows: lines } = await tx.query<unknown[]>({ text, rowMode: 'array' })
  return lines.flat().join('\n')
}

/** Returns the tables from which the sources delete rows. */
async function tablesWithDeletions(): Promise<string[]> {
  const names: string[] = []
  for (const folder of ['domain', 'features', 'app']) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/(?<!\.test)\.ts$/.test(name)) continue
      const text = await readFile(join(folder, name), 'utf8')
      names.push(
        ...[...text.matchAll(/\bdelete from (\w+)|\bpurgeOf\(\s*'(\w+)'/g)].map(
          ([, direct, purged]) => direct ?? purged ?? '',
        ),
      )
    }
  }
  return names
}

/** Adds the tables whose rows are deleted with others. */
function withCascades(tables: readonly string[], keys: readonly ForeignKey[]): Set<string> {
  const deleted = new Set(tables)
  let size = 0
  while (size < deleted.size) {
    size = deleted.size
    for (const { child, parent, cascades } of keys)
      if (cascades && deleted.has(parent)) deleted.add(child)
  }
  return deleted
}
