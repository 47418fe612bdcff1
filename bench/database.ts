import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { forgetDatabase, startDatabase, type Database } from '../demo/database.ts'

type About = {
  /** Names its folder. */
  name: string
  /** Whether each write waits for the disk. */
  durable?: boolean
  settings?: Record<string, string>
}

/**
 * A migrated database of its own for one measurement, gone afterwards. Whatever of the program is measured is
 * imported within, since it reads its configuration when it is loaded.
 */
export async function inDatabase<Result>(
  { name, durable = false, settings = {} }: About,
  measure: (database: Database) => Promise<Result>,
): Promise<Result> {
  const folder = `.data/bench-${name}`
  await forgetDatabase(folder)
  const database = await startDatabase({ folder, durable })
  try {
    await settle(database, settings)
    return await measure(database)
  } finally {
    const { db } = await import('#server/db.ts')
    await (db as unknown as { end: () => Promise<void> }).end()
    await database.stop()
    await forgetDatabase(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function settle(database: Database, settings: Record<string, string>): Promise<void> {
  Object.assign(process.env, {
    NODE_ENV: 'test',
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEYS: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const { migrate } = await import('../app/migrate.ts')
  await migrate(database)
}
