import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { faultsOfSection } from './section.ts'

/**
 * Checks that the evidence of each verdict in docs/asvs.json exists, and that the table generated from it in
 * docs/security.md is current; `--write` writes the table.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
const verdicts = ['met', 'decision', 'deployment', 'partly', 'not met'] as const

/** A row of OWASP ASVS 5.0 that applies to the product. */
type Row = {
  id: string
  verdict: (typeof verdicts)[number]
  /** A description of what the product does, or of what is missing. */
  what: string
  /** Paths from the root of the repository; the test that proves the verdict comes first. */
  evidence: string[]
}

const rows = JSON.parse(fs.readFileSync('docs/asvs.json', 'utf8')) as Row[]
const faults = rows.flatMap(faultsOf)
const section = { page: 'docs/security.md', name: 'asvs', command: 'npm run generate -- asvs' }
faults.push(...faultsOfSection(section, table(), Boolean(values.write)))
console.log(faults.join('\n') || `${rows.length} rows, no fault`)
process.exitCode = faults.length > 0 ? 1 : 0

function table(): string {
  const counts = verdicts.map(
    (verdict) => `${rows.filter((row) => row.verdict === verdict).length} ${verdict}`,
  )
  const lines = rows.map(
    ({ id, verdict, what, evidence }) =>
      `| ${id} | ${verdict} | ${what.replaceAll('|', String.raw`\|`)} | ${evidence.map((each) => `\`${each}\``).join(', ')} |\n`,
  )
  return `${rows.length} rows: ${counts.join(', ')}.\n\n| ASVS | verdict | what the product does | evidence |\n|---|---|---|---|\n${lines.join('')}`
}

function faultsOf({ id, verdict, what, evidence }: Row): string[] {
  return [
    ...(rows.filter((row) => row.id === id).length === 1 ? [] : ['is listed twice']),
    ...(verdicts.includes(verdict) ? [] : [`the verdict "${verdict}" is unknown`]),
    ...(what === '' || evidence.length === 0 ? ['it has no evidence'] : []),
    ...evidence.filter((each) => !fs.existsSync(each)).map((each) => `${each} does not exist`),
  ].map((fault) => `${id}: ${fault}`)
}
