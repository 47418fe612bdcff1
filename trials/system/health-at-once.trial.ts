import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { withLimits } from '#test/limits.ts'
import { startPortico } from '#test/programs.ts'
import { until } from '#test/until.ts'

test('concurrent health checks of a database that hangs take no request slots from users', async (t) => {
  const { url } = await startPortico(t, {
    SERVE: 'users',
    DATABASE_POOL: '2',
    ...withLimits({ load: { databaseWaiters: 5 } }),
  })
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] ?? '' })
  await owner.connect()
  try {
    await owner.query('begin; lock table migrations in access exclusive mode')
    await wait(600)
    const progress = { isDone: false }
    const answers = Promise.all(Array.from({ length: 60 }, () => askHealth(url))).finally(
      () => (progress.isDone = true),
    )
    const statuses = new Set<number>()
    while (!progress.isDone) statuses.add((await fetch(`${url}/api/csrf`)).status)
    deepEqual([...statuses], [204])
    for (const { code, database } of await answers)
      deepEqual([code, database], [503, 'does not answer'])
  } finally {
    await owner.end()
  }
  await until(async () => (await askHealth(url)).code === 200)
})

async function askHealth(url: string): Promise<{ code: number; database: string }> {
  const answer = await fetch(`${url}/readyz`)
  const { database } = (await answer.json()) as { database: string }
  return { code: answer.status, database }
}
