import { deepEqual, ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { db, rows } from '#server/db.ts'

test('S17: docs/data.md classifies every column of every table exactly once', async () => {
  const text = await readFile(new URL('../docs/data.md', import.meta.url), 'utf8')
  const documented = [
    ...text.matchAll(/^\| `(\w+)` \|(.*)\|(.*)\|(.*)\|([^|]*)\|([^|]*)\|$/gm),
  ].map(([, table = '', secret = '', personal = '', other = '', ends = '']) => {
    ok(ends.trim() !== '', `docs/data.md says when ${table} ends`)
    const columnNames = [...`${secret}${personal}${other}`.matchAll(/`(\w+)`/g)]
    return [table, columnNames.map(([, column = '']) => column).toSorted()]
  })
  const columns = await rows<{ table: string; columns: string[] }>(db)`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname`
  deepEqual(
    Object.fromEntries(documented),
    Object.fromEntries(columns.map(({ table, columns: names }) => [table, names.toSorted()])),
  )
})
