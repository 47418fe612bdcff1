import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { ConfigurationFile } from './configuration-file.ts'
import { parseFile } from './parse-file.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Parses the arguments of a command: one file, and options. For invalid arguments, throws a plain Error, so that the
 * command exits with 1. Other commands exit with 2, which here means that a dry run found differences.
 */
export function readArguments<const Known extends Options>(
  words: readonly string[],
  options: Known,
) {
  try {
    const parsed = parseArgs({ args: [...words], options, allowPositionals: true })
    const { values, positionals } = parsed
    const [name, ...more] = positionals
    if (name !== undefined && more.length === 0) return { name, values }
  } catch (cause) {
    throw new Error(`${(cause as Error).message} See --help.`, { cause })
  }
  throw new Error('Name one configuration file. See --help.')
}

/**
 * Reads and parses a configuration file, with the variables of the environment. Throws a FileError for an invalid file,
 * and an Error for an unreadable one.
 */
export async function readConfiguration(name: string): Promise<ConfigurationFile> {
  const text = await readFile(resolve(name), 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no file ${name} that can be read.`, { cause })
  })
  return parseFile(name, text, process.env)
}
