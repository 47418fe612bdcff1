import { equal, notEqual } from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { hasPassed, keyOf, readTree, recordPass } from './check-cache.ts'
import type { Check } from './checks.ts'

const lint: Check = { program: 'oxlint', reads: /\.ts$/ }

test('a passed check is valid only while its files, tools and arguments are unchanged', (t) => {
  const root = newTree(t)
  const key = keyOf(lint, readTree(root))
  equal(hasPassed(root, 'lint', key), false)
  recordPass(root, 'lint', key)
  equal(hasPassed(root, 'lint', keyOf(lint, readTree(root))), true)
  notEqual(keyOf({ ...lint, args: ['--fix'] }, readTree(root)), key)
  notEqual(keyOf({ ...lint, program: 'tsc' }, readTree(root)), key)

  for (const [change, undo] of [
    [
      () => writeFileSync(join(root, 'app/a.ts'), 'let b'),
      () => writeFileSync(join(root, 'app/a.ts'), 'let a'),
    ],
    [() => writeFileSync(join(root, 'app/b.ts'), ''), () => rmSync(join(root, 'app/b.ts'))],
    [
      () => writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages":{}}'),
      () => writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}'),
    ],
  ] as const) {
    change()
    equal(hasPassed(root, 'lint', keyOf(lint, readTree(root))), false, String(change))
    undo()
    equal(hasPassed(root, 'lint', keyOf(lint, readTree(root))), true, String(undo))
  }
})

test('changes to files that a check does not read, to build output and to packages do not invalidate its result', (t) => {
  const root = newTree(t)
  const [ofLint, ofAll] = [lint, { program: 'oxfmt' }].map((each) => keyOf(each, readTree(root)))
  writeFileSync(join(root, 'dist/a.ts'), 'let b')
  writeFileSync(join(root, 'node_modules/a.ts'), 'let b')
  equal(keyOf({ program: 'oxfmt' }, readTree(root)), ofAll)
  writeFileSync(join(root, 'README.md'), 'new')
  equal(keyOf(lint, readTree(root)), ofLint)
  notEqual(keyOf({ program: 'oxfmt' }, readTree(root)), ofAll)
})

test('a link is identified by its target', (t) => {
  const root = newTree(t)
  symlinkSync('app/a.ts', join(root, 'link.ts'))
  const before = keyOf(lint, readTree(root))
  rmSync(join(root, 'link.ts'))
  symlinkSync('../a.ts', join(root, 'link.ts'))
  notEqual(keyOf(lint, readTree(root)), before)
})

function newTree(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'checks-'))
  t.after(() => rmSync(root, { recursive: true }))
  for (const folder of ['app', 'dist', 'node_modules']) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'app/a.ts'), 'let a')
  writeFileSync(join(root, 'README.md'), 'old')
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}')
  return root
}
