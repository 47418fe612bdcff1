import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'

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
function faultOf(option: string, sentence: string | undefined): string {
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

type ErrorTexts = {
  /** Word for the record that the command changes, such as "platform". */
  record: string
  /** Names of the options, by field, that differ from the name of the field. */
  options: Readonly<Record<string, string>>
  /**
   * Sentences about the permitted values of fields, each completing "--option …", such as "is opaque or jwt"; for rules
   * without a message of their own.
   */
  permittedValues: Readonly<Record<string, string>>
  /** Messages of the use case, by rule. */
  messages: Readonly<Record<string, unknown>>
}

/**
 * Runs `action`. Converts invalid input to a message that names the options, and any other Refusal to a sentence: that
 * another admin has changed the record, or the error code.
 */
export async function withReadableErrors<Result>(
  texts: ErrorTexts,
  action: () => Promise<Result>,
): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === commonErrors.invalidInput) {
      const lines = error.faults.map((fault) => lineOf(fault, texts))
      throw new UsageError([...new Set(lines)].join('\n'), { cause: error })
    }
    const isOutdated = error.code === errorCodes.changedMeanwhile
    const reason = isOutdated
      ? `Another admin has changed this ${texts.record} meanwhile.`
      : `This is not possible (error ${error.code}).`
    throw new Error(`${reason} Nothing was changed: try again.`, { cause: error })
  }
}

function lineOf(
  { field = '', rule = '' }: Refusal['faults'][number],
  { options, permittedValues, messages }: ErrorTexts,
): string {
  const [name = ''] = field.split('.')
  const option = options[name] ?? name
  const message = messages[rule]
  return typeof message === 'string'
    ? `--${option}: ${message}`
    : faultOf(option, sentenceFor(rule) ?? permittedValues[name])
}
