import { readFileSync } from 'node:fs'
import manifest from '../../package.json' with { type: 'json' }
import { faultsOfSection } from '../../tools/section.ts'
import { abilities, abilityNames } from './abilities.ts'
import { stacks, supportOf, type Stack } from './stacks.ts'

/**
 * The table of stacks and abilities in docs/integrating.md: `npm run trials -- clients` writes the rows of the tested
 * stacks.
 */
const section = {
  page: 'docs/integrating.md',
  name: 'clients',
  command: 'npm run trials -- clients',
}

const heads = ['Library', ...Object.values(abilities), 'Tried']
const header = `| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}\n`

export function writeRows(ids: readonly string[]): void {
  const today = new Date().toISOString().slice(0, 10)
  const tried = `${today}, ${manifest.version}`
  faultsOfSection(
    section,
    tableOf((id) => (ids.includes(id) ? tried : triedBefore(id))),
    true,
  )
}

/** Checks the rows, except the dates of the tests. */
export function faultsOfTable(isWriting: boolean): string[] {
  const missing = Object.keys(stacks).filter((id) => triedBefore(id) === undefined)
  return [
    ...missing.map((id) => `${section.page} has no row of ${id}: npm run trials -- clients ${id}`),
    ...faultsOfSection(section, tableOf(triedBefore), isWriting),
  ]
}

function tableOf(triedOf: (id: string) => string | undefined): string {
  const rows = Object.entries(stacks).map(([id, stack]) => {
    const tried = triedOf(id)
    return tried === undefined ? '' : `| ${[...cellsOf(stack), tried].join(' | ')} |\n`
  })
  return header + rows.join('')
}

function cellsOf(stack: Stack): string[] {
  const link = `[${stack.name}](integrating/${stack.page}.md)`
  return [link, ...abilityNames.map((ability) => supportOf(stack, ability))]
}

function triedBefore(id: string): string | undefined {
  const link = `(integrating/${stacks[id]?.page}.md)`
  const row = readFileSync(section.page, 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| [') && line.includes(link))
  return row?.split('|').at(-2)?.trim()
}
