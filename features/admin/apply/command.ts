import { dirname, resolve } from 'node:path'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import { commandOf, readTexts, type CommandOutcome } from '#server/command-options.ts'
import { variables } from '#server/config-table.ts'
import { db } from '#server/db.ts'
import { applyFile, type ApplyResult } from './apply-file.ts'
import { countChanges, describePlan, listChanges } from './describe-plan.ts'
import { exportConfiguration } from './export.ts'
import { readArguments, readConfiguration } from './read-file.ts'
import { secretReader } from './secrets.ts'

const options = {
  'dry-run': { type: 'boolean' },
  prune: { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  'secrets-to': { type: 'string' },
} as const

/**
 * Applies a configuration file. Exits with 0 if it was applied or nothing differs, 2 if a dry run finds a difference,
 * and 1 for an error.
 */
export async function applyCommand(
  words: readonly string[],
  sections: readonly ConfigurationSection[],
): Promise<CommandOutcome> {
  const { name, values } = readArguments(words, options)
  const { 'dry-run': isDryRun = false, prune: isPruning = false, yes: isConfirmed = false } = values
  const result = await applyFile(db, sections, await readConfiguration(name), {
    isDryRun,
    isPruning,
    isConfirmed,
    secretsTo: values['secrets-to'],
    readSecret: secretReader(dirname(resolve(name)), process.env),
  })
  const hasDrift = isDryRun && listChanges(result.plan).changes.length > 0
  return { code: hasDrift ? 2 : 0, lines: values.json ? asJson(result) : report(result, isDryRun) }
}

function report({ plan, requestId }: ApplyResult, isDryRun: boolean): string[] {
  const listed = listChanges(plan)
  const lines = describePlan(listed)
  const counts = countChanges(listed)
  if (counts === undefined) return [...lines, 'Nothing to do.']
  if (isDryRun) return [...lines, `${counts}. Nothing was changed.`]
  return [...lines, `Done: ${counts}. In the audit log under the request ${requestId}.`]
}

function asJson({ plan, requestId }: ApplyResult): string[] {
  return [JSON.stringify({ ...listChanges(plan), requestId: requestId ?? null }, null, 2)]
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
