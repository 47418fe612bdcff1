import { config } from '#server/config.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const usage = 'npm run migrate -- [--dry-run]'

/** `npm run migrate`: what a start does by itself; with `--dry-run` only told, with every statement. */
export async function migrateCommand(words: readonly string[]): Promise<string[]> {
  const wrong = words.filter((word) => word !== '--dry-run')
  if (wrong.length > 0)
    throw new Error(`Not known: ${wrong.join(' ')}. Use it like this:\n  ${usage}`)
  if (words.length > 0) return dryRun()
  const urls = { ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl }
  const applied = await migrate(urls)
  return applied.length > 0
    ? applied.map((name) => `${name} was applied.`)
    : ['The database is up to date.']
}

async function dryRun(): Promise<string[]> {
  const steps = await pendingMigrations({ ownerUrl: config.databaseOwnerUrl })
  if (steps.length === 0) return ['The database is up to date: nothing would be changed.']
  return [
    ...steps.flatMap(({ name, isAlone, statements }) => [
      `-- ${name}: ${isAlone ? 'each statement by itself' : 'all of it or nothing'}`,
      ...statements.map((statement) => `${statement.trim().replace(/;$/, '')};`),
    ]),
    `-- ${steps.length} to be applied. Nothing was changed.`,
  ]
}
