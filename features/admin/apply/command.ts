import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import { commandOf, readTexts, type CommandOutcome } from '#server/command-options.ts'
import { variables } from '#server/config-table.ts'
import { db } from '#server/db.ts'
import { applyFile, type ApplyResult } from './apply-file.ts'
import { countChanges, describePlan, planAsJson } from './describe-plan.ts'
import { exportConfiguration } from './export.ts'
import { parseFile } from './parse-file.ts'
import { secretReader } from './secrets.ts'

const options = {
  'dry-run': { type: 'boolean' },
  prune: { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  'secrets-to': { type: 'string' },
} as const

/** Applies a configuration file. Exits with 0 if it was applied, 2 if a dry run finds a difference, and 1 otherwise. */
export async function applyCommand(
  words: readonly string[],
  sections: readonly ConfigurationSection[],
): Promise<CommandOutcome> {
  const { name, values } = readArguments(words)
  const { 'dry-run': isDryRun = false, prune: isPruning = false, yes: isConfirmed = false } = values
  const path = resolve(name)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no file ${name} that can be read.`, { cause })
  })
  const result = await applyFile(db, sections, parseFile(name, text, process.env), {
    isDryRun,
    isPruning,
    isConfirmed,
    secretsTo: values['secrets-to'],
    readSecret: secretReader(dirname(path), process.env),
  })
  const { add, change, remove } = countChanges(result.plan)
  const hasDrift = isDryRun && add + change + remove > 0
  return { code: hasDrift ? 2 : 0, lines: values.json ? asJson(result) : report(result, isDryRun) }
}

/** Parses the arguments. Invalid ones exit with 1, because 2 means a difference. */
function readArguments(words: readonly string[]) {
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

function report({ plan, requestId }: ApplyResult, isDryRun: boolean): string[] {
  const { add, change, remove } = countChanges(plan)
  const lines = describePlan(plan)
  if (add + change + remove === 0) return [...lines, 'Nothing to do.']
  const counts = `${add} to add, ${change} to change, ${remove} to remove`
  if (isDryRun) return [...lines, `${counts}. Nothing was changed.`]
  return [...lines, `Done: ${counts}. In the audit log under the request ${requestId}.`]
}

function asJson({ plan, requestId }: ApplyResult): string[] {
  return [JSON.stringify({ ...planAsJson(plan), requestId: requestId ?? null }, null, 2)]
}

/** Writes the current configuration, without secrets, as a configuration file, or lists the environment variables. */
export function configCommand(
  words: readonly string[],
  sections: readonly ConfigurationSection[],
): Promise<string[]> {
  return commandOf({
    export: async (others) => {
      readTexts(others)
      return (await exportConfiguration(db, sections)).trimEnd().split('\n')
    },
    variables: listVariables,
  })(words)
}

async function listVariables(words: readonly string[]): Promise<string[]> {
  readTexts(words)
  return Object.entries(variables).map(
    ([name, { default: value, setBy }]) => `${name}${value ? ` (default ${value})` : ''}: ${setBy}`,
  )
}
