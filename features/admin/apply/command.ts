import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import { commandOf, type CommandOutcome } from '#server/command-options.ts'
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

/** Exit code for a pipeline: the database differs from the file. */
const driftCode = 2

/** Applies a configuration file. Exits with 0 if it was applied, 2 if a dry run finds a difference, and 1 otherwise. */
export async function applyCommand(
  words: readonly string[],
  sections: readonly ConfigurationSection[],
): Promise<CommandOutcome> {
  const { name, values } = readArguments(words)
  const path = resolve(name)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no file ${name} that can be read.`, { cause })
  })
  const isDryRun = values['dry-run'] ?? false
  const result = await applyFile(db, sections, parseFile(name, text, process.env), {
    isDryRun,
    isPruning: values.prune ?? false,
    isConfirmed: values.yes ?? false,
    secretsTo: values['secrets-to'],
    readSecret: secretReader(dirname(path), process.env),
  })
  const { add, change, remove } = countChanges(result.plan)
  const code = isDryRun && add + change + remove > 0 ? driftCode : 0
  return { code, lines: values.json ? asJson(result) : report(result, isDryRun) }
}

/** Parses the arguments. Invalid ones exit with 1, because 2 means a difference. */
function readArguments(words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
    })
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
    export: (others) => exportTo(others, sections),
    variables: (others) => listVariables(others),
  })(words)
}

async function exportTo(
  words: readonly string[],
  sections: readonly ConfigurationSection[],
): Promise<string[]> {
  parseArgs({ args: [...words], options: {} })
  const text = await exportConfiguration(db, sections)
  return text.trimEnd().split('\n')
}

async function listVariables(words: readonly string[]): Promise<string[]> {
  parseArgs({ args: [...words], options: {} })
  return Object.entries(variables).map(
    ([name, { default: value, setBy }]) => `${name}${value ? ` (default ${value})` : ''}: ${setBy}`,
  )
}
