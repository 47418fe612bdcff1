import { parseArgs } from 'node:util'
import { config } from '#server/config.ts'
import { migrate, pendingMigrations, type PendingMigration } from '../migrate.ts'
import { executeResult } from '../migrations.ts'

/**
 * Migrates the database, as `npm start` does outside production. With `--dry-run`, prints the statements instead, and the
 * rows of the tables that they name.
 */
export async function migrateCommand(args: readonly string[]): Promise<string[]> {
  const { values } = parseArgs({ args: [...args], options: { 'dry-run': { type: 'boolean' } } })
  const urls = { ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl }
  if (values['dry-run']) return listStatements(await pendingMigrations(urls))
  const applied = await migrate({
    ...urls,
    onWait: () =>
      process.stderr.write('Another process is migrating this database. Waiting for it.\n'),
  })
  return applied.length > 0
    ? applied.map((name) => `${name} was applied.`)
    : ['The database is up to date.']
}

function listStatements(pending: readonly PendingMigration[]): string[] {
  if (pending.length === 0) return ['The database is up to date: nothing would be changed.']
  return [
    ...pending.flatMap(({ name, isTransaction, statements, size }) => [
      `-- ${name}: ${isTransaction ? 'in one transaction' : 'outside of a transaction'}`,
      ...(size === undefined ? [] : [`-- ${size}`]),
      ...statements.map((statement) =>
        statement.endsWith(executeResult) ? statement : `${statement.trim().replace(/;$/, '')};`,
      ),
    ]),
    `-- Migrations that would be applied: ${pending.length}. Nothing was changed.`,
  ]
}
