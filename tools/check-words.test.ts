import { deepEqual } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('check-words.ts', import.meta.url))

test('a refused word is reported with its line in code, comments, documents and identifiers', () => {
  finds({ 'docs/a.md': 'First.\n\nWhoever reads this.' }, ['docs/a.md:3 "whoever"'])
  finds({ 'server/a.ts': '// The session is hers.' }, ['server/a.ts:1 "hers"'])
  finds({ 'server/a.ts': "const herAddress = 'x'" }, ['server/a.ts:1 "her"'])
  finds({ 'server/a.ts': 'type Deeds = {}\nconst aDeed = 1' }, [
    'server/a.ts:1 "deeds"',
    'server/a.ts:2 "deed"',
  ])
  finds({ 'a.sql': 'alter table links add disowned_at timestamptz' }, ['a.sql:1 "disowned"'])
})

test('a refused phrase is found across line ends', () => {
  finds({ 'server/a.ts': '/** Requests are turned\n * away. */' }, ['server/a.ts:1 "turned away"'])
  finds({ 'docs/a.md': 'It is told to\ncome back.' }, ['docs/a.md:1 "told to come back"'])
})

test('a word that contains a refused word passes', () => {
  finds(
    { 'server/a.ts': "// There, she'll… is not here: sheet, hero, HERE, announce, noun-like" },
    ['server/a.ts:1 "noun"', 'server/a.ts:1 "she"'],
  )
  finds({ 'server/a.ts': '// There is a sheet for other heroes HERE.' }, [])
})

test('house, floor and walls are refused in prose and pass in identifiers and data', () => {
  finds({ 'server/a.ts': '// The rules of the house.' }, ['server/a.ts:1 "house"'])
  finds({ 'server/a.ts': "test('a floor of its own', run)" }, ['server/a.ts:1 "floor"'])
  finds({ 'docs/a.md': 'Walls.' }, ['docs/a.md:1 "Walls"'])
  const code = "Math.floor(1)\nconst floor = 'my-house-1'\nsql`select floor(1) from house`"
  finds({ 'server/a.ts': code.replace(' from house', '') }, [])
})

test('a former name of a file or identifier is reported with the current name', () => {
  finds({ 'server/door.ts': '' }, ['server/door.ts:1 "server/door.ts"'])
  finds({ 'docs/a.md': 'See `server/door.ts`.' }, [
    'docs/a.md:1 "server/door.ts": the file has another name',
  ])
  finds({ 'domain/a.ts': 'await takeGuess(tx)' }, ['domain/a.ts:1 "takeGuess": consumeRateLimit'])
  finds({ 'web/a.ts': "// speak of it\nspeak('en')" }, ['web/a.ts:2 "speak": loadLocale'])
  finds({ 'web/snackbar.ts': 'const isHeld = true' }, [])
})

function finds(files: Record<string, string>, expected: string[]): void {
  const root = mkdtempSync(path.join(tmpdir(), 'portico-words-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  const { status, stdout } = spawnSync(process.execPath, [program, root], { encoding: 'utf8' })
  rmSync(root, { recursive: true })
  const faults = status === 0 ? [] : stdout.trim().split('\n')
  deepEqual(faults.toSorted(), expected)
}
