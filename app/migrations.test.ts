import { deepEqual } from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrationsFolder } from './migrations.ts'

test('an index on an existing table is built concurrently', async () => {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'))
  const faults: string[] = []
  for (const name of names) {
    const text = await readFile(join(migrationsFolder, name), 'utf8')
    const created = new Set(namesIn(text, /create table (?:if not exists )?(\w+)/g))
    const indexed = namesIn(
      text,
      /create (?:unique )?index(?! concurrently)[^;]*?\bon (?!only )(\w+)/g,
    )
    faults.push(
      ...indexed.filter((table) => !created.has(table)).map((table) => `${name}: ${table}`),
    )
  }
  deepEqual(faults, [])
})

test('an index is dropped before it is built concurrently, so that the migration can be repeated', async () => {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'))
  const faults: string[] = []
  for (const name of names) {
    const text = await readFile(join(migrationsFolder, name), 'utf8')
    const built = namesIn(text, /^create (?:unique )?index concurrently (\w+)/gm)
    faults.push(
      ...built.filter((index) => !text.includes(`drop index concurrently if exists ${index};`)),
    )
  }
  deepEqual(faults, [])
})

test('the first migration is the baseline, and later ones have unique numbers from 0020 on', async () => {
  const [first, ...later] = (await readdir(migrationsFolder)).sort()
  deepEqual(first, '0001_baseline.sql')
  const numbers = later.map((name) => name.slice(0, 4))
  deepEqual([...new Set(numbers)], numbers)
  deepEqual(
    later.filter((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || name < '0020'),
    [],
  )
})

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, table = '']) => table)
}
