import { config } from '#server/config.ts'
import { UsageError } from '#server/command-options.ts'
import { migrate, pendingMigrations } from '../migrate.ts'

/** Does what every start does; with `--dry-run` prints the statements instead. */
export async function migrateCommand(args: readonly string[]): Promise<string[]> {
  const wrong = args.find((each) => each !== '--dry-run')
  if (wrong !== undefined) throw new UsageError(`Unknown option '${wrong}'.`)
  if (args.length > 0) return dryRun()
  const urls = { ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl }
  const applied = await migrate(urls)
  return applied.length > 0
    ? applied.map((name) => `${name} was applied.`)
    : ['The database is up to date.']
}

async function dryRun(): Promise<string[]> {
  const pending = await pendingMigrations({ ownerUrl: config.databaseOwnerUrl })
  if (pending.length === 0) return ['The database is up to date: nothing would be changed.']
  return [
    ...pending.flatMap(({ name, isTransaction, statements }) => [
      `-- ${name}: ${isTransaction ? 'in one transaction' : 'outside of a transaction'}`,
      ...statements.map((statement) => `${statement.trim().replace(/;$/, '')};`),
    ]),
    `-- ${pending.length} to be applied. Nothing was changed.`,
  ]
}
