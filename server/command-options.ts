import { parseArgs } from 'node:util'
import * as z from 'zod/mini'

/** Wrong arguments of a command: its usage is printed below the message, and it exits with 2. */
export class UsageError extends Error {}

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

/** Reads options by their schemas. Throws a UsageError that names those that are missing or wrong. */
export function readOptions<Shape extends z.core.$ZodShape>(
  words: readonly string[],
  shape: Shape,
  fallback: Readonly<Record<string, string>> = {},
): z.output<z.ZodMiniObject<Shape>> {
  const parsed = z.object(shape).safeParse({
    ...fallback,
    ...readTexts(words, ...Object.keys(shape)),
  })
  if (parsed.success) return parsed.data
  const names = new Set(parsed.error.issues.map(({ path }) => `--${String(path[0])}`))
  throw new UsageError(`Missing or wrong: ${[...names].join(', ')}`)
}
