import { closest } from '#server/closest.ts'
import { UsageError, type CommandOutcome } from '#server/command-options.ts'
import { reasonOf } from '../reason.ts'
import { commands, type Command } from '../registry/commands.ts'

/** Function that formats a command for the usage text, such as `npm run portico -- admin`. */
type Caller = (name: string) => string

type Options = {
  caller: Caller
  /** Commands in addition to those of app/registry/commands.ts. */
  more?: Readonly<Record<string, Command>>
  /** Runs the command; by default, `runCommand`. */
  run?: (name: string, args: readonly string[]) => Promise<CommandOutcome>
  /** Formats an error that is not about the arguments. */
  reason?: (error: unknown) => string
}

/**
 * Runs the command, prints its lines and returns the exit code: the command's own, 2 for wrong arguments, or 1 after
 * any other error.
 */
export async function runCommandLine(
  [name = '', ...args]: readonly string[],
  { caller, more = {}, run = runCommand, reason = reasonOf }: Options,
): Promise<number> {
  const allCommands = { ...commands, ...more }
  if (['--help', '-h', 'help'].includes(name))
    return print(process.stdout, overview(allCommands, caller))
  if (name === '') return print(process.stderr, overview(allCommands, caller), 2)
  if (!Object.hasOwn(allCommands, name))
    return print(process.stderr, explainUnknown(name, allCommands, caller), 2)
  const help = helpOf(name, allCommands[name], caller)
  if (args.includes('--help') || args.includes('-h')) return print(process.stdout, help)
  try {
    const result = await run(name, args)
    if (Array.isArray(result)) return await print(process.stdout, result)
    return await print(process.stdout, result.lines, result.code)
  } catch (error) {
    if (!isUsageError(error)) return print(process.stderr, [reason(error)], 1)
    const helpWithoutSummary = help.slice(2)
    return print(process.stderr, [error.message, '', ...helpWithoutSummary], 2)
  }
}

/** Loads and runs a command of app/registry/commands.ts. Returns its lines, or its lines and exit code. */
export async function runCommand(name: string, args: readonly string[]): Promise<CommandOutcome> {
  return (await commands[name]?.load(args))?.(args) ?? []
}

/** Returns true for an error about the arguments, including those of `parseArgs`. */
function isUsageError(error: unknown): error is Error {
  const { code } = error as { code?: unknown }
  const isOfParser = typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')
  return error instanceof UsageError || isOfParser
}

type CommandsByName = Readonly<Record<string, Command>>

function overview(allCommands: CommandsByName, caller: Caller): string[] {
  const names = Object.keys(allCommands)
  const width = Math.max(...names.map((name) => name.length))
  return [
    `Usage: ${caller('<command>')} [options]`,
    '',
    ...names.map((name) => `  ${name.padEnd(width)}  ${allCommands[name]?.summary}`),
    '',
    `Options of a command: ${caller('<command>')} --help`,
  ]
}

function explainUnknown(name: string, allCommands: CommandsByName, caller: Caller): string[] {
  return [
    `Unknown command: ${name}. Did you mean ${closest(name, Object.keys(allCommands))}?`,
    `All commands: ${caller('--help')}`,
  ]
}

function helpOf(name: string, command: Command | undefined, caller: Caller): string[] {
  const { summary = '', usage = [''], options = [] } = command ?? {}
  const width = Math.max(0, ...options.map(([option]) => option.length))
  return [
    `${summary}.`,
    '',
    'Usage:',
    ...usage.map((line) => `  ${caller(name)} ${line}`.trimEnd()),
    ...(options.length > 0 ? ['', 'Options:'] : []),
    ...options.map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`),
  ]
}

/**
 * Prints lines, waits until even a slow reader has them, and returns `code`: the process exits next, which would drop
 * buffered output.
 */
async function print(
  stream: NodeJS.WriteStream,
  lines: readonly string[],
  code = 0,
): Promise<number> {
  const text = lines.map((line) => `${line}\n`).join('')
  await new Promise<void>((resolve) => stream.write(text, () => resolve()))
  return code
}
