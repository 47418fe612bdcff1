import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { mutants } from '../trials/mutants/list.ts'
import type { Mutant } from '../trials/mutants/mutant.ts'
import { faultsOfSection } from './section.ts'

/**
 * Checks that each mutant applies and names existing tests, and that the table of mutants in docs/security.md is
 * current; `--write` writes the table. `npm run trials -- mutants` runs the mutants.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })

const faults = [...mutants.flatMap(faultsOf), ...repeated()]
const section = {
  page: 'docs/security.md',
  name: 'mutants',
  command: 'npm run generate -- mutants',
}
faults.push(...faultsOfSection(section, table(), Boolean(values.write)))
console.log(faults.join('\n') || `${mutants.length} mutants, no fault`)
process.exitCode = faults.length > 0 ? 1 : 0

function table(): string {
  const lines = mutants.map(({ control, asvs = '', file, tests }) => {
    const [cell, ...cells] = [control, asvs, code(file), tests.map(code).join(', ')]
    return `| ${[cell?.replaceAll('|', '\\|'), ...cells].join(' | ')} |\n`
  })
  const rows = `${mutants.length} mutants. OWASP ASVS 5.0 requirements with at least one mutant: ${asvsRows().join(', ')}.`
  return `${rows}\n\n| control | ASVS | weakened in | detected by |\n|---|---|---|---|\n${lines.join('')}`
}

function asvsRows(): string[] {
  const rows = new Set(mutants.flatMap(({ asvs }) => asvs ?? []))
  return [...rows].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}

function faultsOf({ control, file, find, replace, tests }: Mutant): string[] {
  const count = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(find).length - 1 : 0
  const missing = tests.filter((test) => !fs.existsSync(path.resolve(test)))
  return [
    ...(count === 1
      ? []
      : [`its text occurs ${count} times in ${file}; mutants are in trials/mutants/`]),
    ...(find === replace ? ['it changes nothing'] : []),
    ...(tests.length === 0 ? ['it names no test'] : []),
    ...missing.map((test) => `${test} does not exist`),
  ].map((fault) => `mutant "${control}": ${fault}`)
}

function repeated(): string[] {
  const controls = mutants.map(({ control }) => control)
  const twice = controls.filter((control, index) => controls.indexOf(control) !== index)
  return twice.map((control) => `mutant "${control}" is listed twice`)
}

function code(text: string): string {
  return `\`${text}\``
}
