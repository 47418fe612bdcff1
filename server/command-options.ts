import { parseArgs } from 'node:util'
import * as z from 'zod/mini'

/** Wrong arguments of a command: its usage is printed below the message, and it exits with 2. */
export class UsageError extends Error {}

/** The lines that a command prints; with an exit code other than 0 where that says more. */
export type CommandOutcome = string[] | { lines: string[]; code: number }

type Run = (words: readonly string[]) => Promise<string[]>

/** Makes one command of several, of which the first word names one. */
export function commandOf(actions: Readonly<Record<string, Run>>): Run {
  return async ([name = '', ...words]) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (action) return action(words)
    const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(actions))
    throw new UsageError(`Say ${names}.`)
  }
}

/** Ids or names, separated by commas. */
export const commaList = z.pipe(
  z.string(),
  z.transform((text: string) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  ),
)

/** Reads the options of these names, each with a text. Throws for any other argument. */
export function readTexts<Name extends string>(
  words: readonly string[],
  ...names: Name[]
): Partial<Record<Name, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  return parseArgs({ args: [...words], options }).values as Partial<Record<Name, string>>
}

/** What the rules of contract/fields.ts ask for. */
const sentences: Readonly<Record<string, string>> = {
  required: 'is missing',
  tooLong: 'is too long',
  tooMany: 'is given too often',
  invalidEmail: 'is not an email address',
  invalidCharacters: 'contains characters that cannot be used',
  startsWithEquals: 'must not start with “=”: spreadsheets would read it as a formula',
}

/** One line of a message about arguments: the option, and what is wrong with it. */
export function faultOf(option: string, sentence: string | undefined): string {
  return `--${option}${sentence === undefined ? ' is missing or wrong' : ` ${sentence}`}`
}

/** The sentence about a rule of contract/fields.ts. */
export function sentenceFor(rule: string): string | undefined {
  return Object.hasOwn(sentences, rule) ? sentences[rule] : undefined
}

/** Reads options by their schemas. Throws a UsageError that says of each what is missing or wrong. */
export function readOptions<Shape extends z.core.$ZodShape>(
  words: readonly string[],
  shape: Shape,
  fallback: Readonly<Record<string, string>> = {},
): z.output<z.ZodMiniObject<Shape>> {
  const given = { ...fallback, ...readTexts(words, ...Object.keys(shape)) }
  const parsed = z.object(shape).safeParse(given)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0])
    if (!Object.hasOwn(given, name)) return faultOf(name, sentences['required'])
    if (issue.code === 'invalid_value') return faultOf(name, `is one of ${issue.values.join(', ')}`)
    return faultOf(name, sentenceFor(issue.message))
  })
  throw new UsageError([...new Set(lines)].join('\n'))
}
