import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { paths } from '../trials/clients/abilities.ts'
import { faultsOfTable } from '../trials/clients/matrix.ts'
import { stacks, supportOf, type Stack } from '../trials/clients/stacks.ts'
import { installOf } from './client-install.ts'
import { faultsOfSection } from './section.ts'

/**
 * Checks the pages of docs/integrating: their registration, versions and settings must match those of `npm run trials
 * -- clients`, and the table in docs/integrating.md must have a row for each stack; `--write` writes them.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
const isWriting = Boolean(values.write)
const command = 'npm run generate -- clients'
const languages: Record<string, string> = {
  mjs: 'js',
  conf: 'apache',
  cfg: 'toml',
  py: 'python',
  rs: 'rust',
}
const faults = [...faultsOfTable(isWriting), ...Object.entries(stacks).flatMap(faultsOfPage)]
console.log(faults.join('\n') || `${Object.keys(stacks).length} stacks, no fault`)
process.exitCode = faults.length > 0 ? 1 : 0

function faultsOfPage([id, stack]: [string, Stack]): string[] {
  const page = `docs/integrating/${stack.page}.md`
  if (!existsSync(page)) return [`${page} is missing: the page of trials/clients/${id}`]
  const files = [...readFileSync(page, 'utf8').matchAll(/^<!-- (trials\/clients\/\S+) -->$/gm)]
  const names = files.map(([, name = '']) => name)
  if (!names.some((name) => name.startsWith(`trials/clients/${id}/`)))
    return [`${page} shows no file of trials/clients/${id}`]
  return [
    ...faultsOfSection({ page, name: 'register', command }, registrationOf(stack), isWriting),
    ...faultsOfSection({ page, name: 'install', command }, installOf(id, stack), isWriting),
    ...names.flatMap((name) => faultsOfFile(page, name)),
  ]
}

function faultsOfFile(page: string, name: string): string[] {
  if (!existsSync(name)) return [`${page} shows ${name}, which does not exist`]
  const ending = name.split('.').at(-1) ?? ''
  const text = `\`\`\`${languages[ending] ?? ending}\n${readFileSync(name, 'utf8').trimEnd()}\n\`\`\`\n`
  return faultsOfSection({ page, name, command }, text, isWriting)
}

/** Returns the command with the options that `register` in trials/clients/portal.ts uses. */
function registrationOf(stack: Stack): string {
  const { callback = '/callback', bye = '/bye', isBrowserOnly = false, role } = stack
  const home = 'https://orders.example.com'
  const backchannel = stack.paths?.backchannel ?? paths.backchannel
  const options = [
    'npm run portico -- platform add --id orders --name Orders',
    `--url ${home}`,
    `--redirect-uri ${home}${callback}`,
    `--post-logout-uri ${home}${bye}`,
    ...(supportOf(stack, 'backchannel') === 'not offered'
      ? []
      : [`--backchannel-logout-uri "${home}${backchannel}"`]),
    ...(supportOf(stack, 'pkce') === 'not offered' ? ['--pkce optional'] : []),
    ...(isBrowserOnly ? ['--proof none'] : []),
    ...(role === undefined ? [] : [`--scope roles --role "${role}=${role}" --no-id-token-claims`]),
  ]
  return `\`\`\`sh\n${options.join(' \\\n  ')}\n\`\`\`\n`
}
