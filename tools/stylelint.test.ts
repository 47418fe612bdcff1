import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import stylelint from 'stylelint'

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

test('SC-16 declarations that are the same in both directions pass', async () => {
  deepEqual(await faultyLines(['.a {', ...sound, '}']), [])
})

test('SC-16 each declaration that names a side of the screen is a fault', async () => {
  const lines = await faultyLines(['@media print { .a {', ...wrong, '} }'])
  deepEqual(
    lines,
    wrong.map((_, index) => index + 2),
  )
})

async function faultyLines(sheet: string[]): Promise<number[]> {
  const { results } = await stylelint.lint({ code: sheet.join('\n'), cwd: process.cwd() })
  return results
    .flatMap(({ warnings }) => warnings.map(({ line }) => line))
    .toSorted((a, b) => a - b)
}
