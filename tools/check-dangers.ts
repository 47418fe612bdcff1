import { parseArgs } from 'node:util'
import { stepUpMinutes, type Endpoint } from '#contract/endpoint.ts'
import { commands } from '../app/registry/commands.ts'
import { apiServer } from './api-server.ts'
import { dangersOfCalls, dangersOfCommands, type Danger } from './danger-rows.ts'
import { faultsOfSection } from './section.ts'

/**
 * Checks the tables of docs/dangers.md: each changing call of admins, service accounts and administrators of companies,
 * and each command, has a row. `--write` writes them.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
const { server } = await apiServer()
const calls = server.endpoints.filter(isDangerous)
const names = calls.map(nameOf).toSorted(byPath)
const faults = [
  ...faultsOfRows(names, dangersOfCalls, 'call'),
  ...faultsOfRows(Object.keys(commands), dangersOfCommands, 'command'),
  ...check('calls', tableOfCalls()),
  ...check('commands', tableOfCommands()),
]
console.log(faults.join('\n') || `${names.length} calls, no fault`)
process.exit(faults.length > 0 ? 1 : 0)

/** Returns true for a change that an admin, a service account or an administrator of a company makes for others. */
function isDangerous({ method, path, access, stepUp }: Endpoint): boolean {
  const isOfOthers = path.startsWith('/admin/') || path.startsWith('/users/company/')
  const isLoggedIn = access === 'admin' || access === 'service' || typeof access === 'object'
  const isHarmless = typeof stepUp === 'object' && 'none' in stepUp
  return method !== 'GET' && isOfOthers && isLoggedIn && !isHarmless
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

function pathOf(name: string): string {
  return name.slice(name.indexOf(' '))
}

function byPath(one: string, other: string): number {
  return pathOf(one).localeCompare(pathOf(other), 'en')
}

/** Returns a fault for each name without a row, and for each row without a name. */
function faultsOfRows(
  wanted: readonly string[],
  rows: Readonly<Record<string, Danger>>,
  kind: string,
) {
  const file = 'tools/danger-rows.ts'
  return [
    ...wanted
      .filter((name) => !rows[name])
      .map((name) => `${file} has no row for the ${kind} ${name}`),
    ...Object.keys(rows)
      .filter((name) => !wanted.includes(name))
      .map((name) => `${file} has a row for ${name}, which is no ${kind} of this kind`),
  ]
}

function tableOfCalls(): string {
  const lines = names.map((name) => {
    const endpoint = calls.find((each) => nameOf(each) === name)!
    const { worst = '', reason = '' } = dangersOfCalls[name] ?? {}
    const minutes = stepUpMinutes(endpoint)
    const cells = [
      `\`${name}\``,
      worst,
      minutes === undefined ? '' : `${minutes} minutes`,
      endpoint.approval ? `\`${endpoint.approval.kind}\`` : '',
      reason,
    ]
    return `| ${cells.join(' | ')} |\n`
  })
  return `| call | worst effect | step-up | two people | reason |\n|---|---|---|---|---|\n${lines.join('')}`
}

function tableOfCommands(): string {
  const lines = Object.entries(dangersOfCommands).map(
    ([name, { worst, reason }]) => `| \`${name}\` | ${worst} | ${reason} |\n`,
  )
  return `| command | worst effect | reason |\n|---|---|---|\n${lines.join('')}`
}

function check(name: string, table: string): string[] {
  const section = { page: 'docs/dangers.md', name, command: 'npm run generate -- dangers' }
  return faultsOfSection(section, table, Boolean(values.write))
}
