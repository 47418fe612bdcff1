import { parseArgs } from 'node:util'
import { stepUpMinutes } from '#contract/endpoint.ts'
import { commands } from '../app/registry/commands.ts'
import { apiServer } from './api-server.ts'
import { faultsOfSection } from './section.ts'

/**
 * Compares the tables of docs/dangers.md with the contracts of the changing calls of admins, service accounts and
 * administrators of companies, and with the commands. `--write` writes them.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
const { server } = await apiServer()
const calls = server.endpoints
  .filter(({ danger }) => danger)
  .toSorted((one, other) => one.path.localeCompare(other.path, 'en'))
const faults = [...check('calls', tableOfCalls()), ...check('commands', tableOfCommands())]
console.log(faults.join('\n') || `${calls.length} calls, no fault`)
process.exit(faults.length > 0 ? 1 : 0)

function tableOfCalls(): string {
  const lines = calls.map((call) => {
    const minutes = stepUpMinutes(call)
    const cells = [
      `\`${call.method} ${call.path}\``,
      call.danger?.worst,
      minutes === undefined ? '' : `${minutes} minutes`,
      call.approval ? `\`${call.approval.kind}\`` : '',
      call.danger?.reason,
    ]
    return `| ${cells.join(' | ')} |\n`
  })
  return `| call | worst effect | step-up | two people | reason |\n|---|---|---|---|---|\n${lines.join('')}`
}

function tableOfCommands(): string {
  const lines = Object.entries(commands).map(
    ([name, { danger }]) => `| \`${name}\` | ${danger.worst} | ${danger.reason} |\n`,
  )
  return `| command | worst effect | reason |\n|---|---|---|\n${lines.join('')}`
}

function check(name: string, table: string): string[] {
  const section = { page: 'docs/dangers.md', name, command: 'npm run generate -- dangers' }
  return faultsOfSection(section, table, Boolean(values.write))
}
