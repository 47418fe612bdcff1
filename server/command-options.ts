import { parseArgs } from 'node:util'
import * as z from 'zod/mini'

/** Thrown for wrong arguments of a command. The command prints the message and its usage, and exits with 2. */
export class UsageError extends Error {}

/** The lines that a command prints, optionally with an exit code. */
export type CommandOutcome = string[] | { lines: string[]; code: number }

type Run = (args: readonly string[]) => Promise<string[]>

/** Combines several actions into one command, whose first argument selects the action. */
export function commandOf(actions: Readonly<Record<string, Run>>): Run {
  return async ([name = '', ...args]) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (action) return action(args)
    const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(actions))
    throw new UsageError(`The first argument must be ${names}.`)
  }
}

/** Reads the options with these names, each with a text value. Throws for any other argument. */
export function readTexts<Name extends string>(
  args: readonly string[],
  ...names: Name[]
): Partial<Record<Name, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  return parseArgs({ args: [...args], options }).values as Partial<Record<Name, string>>
}

/** The sentences about the rules of contract/fields.ts; each completes "--option …". */
const sentences: Readonly<Record<string, string>> = {
  required: 'is missing',
  tooLong: 'is too long',
  tooMany: 'has too many values',
  invalidEmail: 'is not an email address',
  invalidCharacters: 'contains invalid characters',
  startsWithEquals: 'must not start with “=”: spreadsheets would read it as a formula',
}

/** Returns a line of an error message: the option and its fault. */
export function faultOf(option: string, sentence: string | undefined): string {
  return `--${option}${sentence === undefined ? ' is missing or invalid' : ` ${sentence}`}`
}

/** Returns the sentence about a rule of contract/fields.ts, or undefined if there is none. */
export function sentenceFor(rule: string): string | undefined {
  return Object.hasOwn(sentences, rule) ? sentences[rule] : undefined
}

/**
 * Reads options by their schemas. `fallback` contains the values of omitted options. Throws a UsageError that lists
 * every missing or invalid option.
 */
export function readOptions<Shape extends z.core.$ZodShape>(
  args: readonly string[],
  shape: Shape,
  fallback: Readonly<Record<string, string>> = {},
): z.output<z.ZodMiniObject<Shape>> {
  const values = { ...fallback, ...readTexts(args, ...Object.keys(shape)) }
  const parsed = z.object(shape).safeParse(values)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0])
    if (!Object.hasOwn(values, name)) return faultOf(name, sentences['required'])
    if (issue.code === 'invalid_value') return faultOf(name, `is one of ${issue.values.join(', ')}`)
    return faultOf(name, sentenceFor(issue.message))
  })
  throw new UsageError([...new Set(lines)].join('\n'))
}
