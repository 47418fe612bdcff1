import fs from 'node:fs'
import path from 'node:path'
import { forgetDatabase, startDatabase } from '../demo/database.ts'

/** The folder of test databases. Each run has its own subfolder, so that parallel runs do not share a database. */
const databases = '.data/test'

/** Runs `work` with its own PostgreSQL, which test/support/setup.ts finds by TEST_ADMIN_URL. */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  await removeKilledRuns()
  const folder = path.join(databases, `${process.pid}`)
  const database = await startDatabase({ folder, durable: false })
  try {
    process.env['TEST_ADMIN_URL'] = database.adminUrl
    return await work()
  } finally {
    await database.stop()
    await forgetDatabase(folder)
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function removeKilledRuns(): Promise<void> {
  const runs = fs.existsSync(databases) ? fs.readdirSync(databases) : []
  for (const run of runs.filter((name) => !isAlive(Number(name)))) {
    await forgetDatabase(path.join(databases, run))
    fs.rmSync(path.join(databases, run), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
