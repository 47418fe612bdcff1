import { deepEqual, equal } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('check-css.ts', import.meta.url))

const sound = [
  'margin-inline-start: 1rem;',
  'padding: 0 1rem;',
  'padding: calc(1rem + 2px) var(--space) 0 var(--space);',
  'margin: clamp(1rem, 8vh, 5rem) auto;',
  'inset: 0;',
  'text-align: end;',
  'border-radius: 1rem 1rem 0 0;',
  'border-start-start-radius: 1rem;',
  'transition: background 150ms;',
  '--left: 1px;',
  '/* left: 1px; */',
]
const wrong = [
  'margin-left: 1rem;',
  'scroll-padding-right: 1px;',
  'left: 0;',
  'border-left-width: 1px;',
  'border-top-right-radius: 1px;',
  'text-align: left;',
  'float: right !important;',
  'background-position: right top;',
  'margin: 0 1rem 0 2rem;',
  'inset: 0 auto auto 0;',
  'padding: 0 calc(1px + 2px) 0 calc(1px + 3px);',
  'border-radius: 1rem 0;',
]

test('SC-16 declarations that are the same in both directions pass, and so do rules for one direction', () => {
  const mirrored = [`[dir='rtl'] .right:hover {`, 'background-position-x: right;', '}']
  const checked = check({
    'sheet.css': ['.a {', ...sound, '}', ...mirrored].join('\n'),
    'screen.tsx': '<p style={{ marginInlineStart: 1 }} />',
  })
  equal(checked.stdout.trim(), '2 files, no side of the screen is named')
  equal(checked.status, 0)
})

test('SC-16 each declaration that names a side of the screen is a fault with its file and line', () => {
  const checked = check({
    'sheet.css': ['@media print { .a {', ...wrong, '} }'].join('\n'),
    'screen.tsx': '<p style={{ paddingLeft: 1 }} />\n<p style={{ left: 0 }} />',
  })
  const places = checked.stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0])
  const expected = [
    'screen.tsx:1',
    'screen.tsx:2',
    ...wrong.map((_, index) => `sheet.css:${index + 2}`),
  ]
  deepEqual(places.toSorted(), expected.toSorted())
  equal(checked.status, 1)
})

function check(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'styles-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  const done = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return done
}
