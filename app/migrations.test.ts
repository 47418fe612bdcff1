import { deepEqual } from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrationsFolder } from './migrations.ts'

/**
 * They build an index inside their transaction, and nobody could write the table meanwhile: minutes, were it big.
 * No release went out before them, so none of their tables held a row yet. Their files stay as they are, since a
 * database in which they were applied refuses changed ones.
 */
const beforeTheFirstRelease = /^00(0\d|1[0-8])_/

test('an index on a table that is in use is built while people write it', async () => {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'))
  const faults: string[] = []
  for (const name of names.filter((each) => !beforeTheFirstRelease.test(each))) {
    const text = await readFile(join(migrationsFolder, name), 'utf8')
    const own = new Set(tablesIn(text, /create table (?:if not exists )?(\w+)/g))
    const indexed = tablesIn(text, /create (?:unique )?index(?! concurrently)[^;]*?\bon (\w+)/g)
    faults.push(...indexed.filter((table) => !own.has(table)).map((table) => `${name}: ${table}`))
  }
  deepEqual(faults, [])
})

function tablesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, table = '']) => table)
}
