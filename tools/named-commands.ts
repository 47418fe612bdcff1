import { commands } from '../app/registry/commands.ts'
import { demoCommands } from '../demo/commands.ts'
import { trials } from '../trials/list.ts'
import { checks } from './checks.ts'
import { closestNames } from './unknown-name.ts'
import { generated } from './generated.ts'

const ofPortico = [...Object.keys(commands), ...Object.keys(demoCommands)]
/** Allowed words after `--`, by script. */
const argumentsOf: Readonly<Record<string, readonly string[]>> = {
  portico: ofPortico,
  trials: ['all', ...Object.keys(trials)],
  generate: Object.keys(generated),
  check: Object.keys(checks),
}
const script = /\bnpm run (?:-s )?([a-z][\w:-]*)(?: -- ([a-z][\w:-]*))?/g
const program = /\bapp\/commands\/main\.ts ([a-z][\w:-]*)/g

/** Returns the unknown scripts and commands in a line, as sentences. */
export function faultsOfCommands(line: string, scripts: readonly string[]): string[] {
  const named = [...line.matchAll(script)].flatMap(([, name = '', argument]) => {
    if (!scripts.includes(name))
      return [`names npm run ${name}, which package.json does not have${closestOf(name, scripts)}`]
    const allowed = argumentsOf[name]
    if (allowed === undefined || argument === undefined || allowed.includes(argument)) return []
    return [
      `names npm run ${name} -- ${argument}, which does not exist${closestOf(argument, allowed)}`,
    ]
  })
  const direct = [...line.matchAll(program)].flatMap(([, name = '']) =>
    Object.hasOwn(commands, name)
      ? []
      : [`names the command ${name}, which does not exist${closestOf(name, ofPortico)}`],
  )
  return [...named, ...direct]
}

function closestOf(name: string, names: readonly string[]): string {
  const closest = closestNames(name, names)
  return closest.length > 0 ? `; the closest: ${closest.join(', ')}` : ''
}
