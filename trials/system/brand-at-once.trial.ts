import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { addAdmin } from '#test/people.ts'
import { startServer } from '#test/servers.ts'
import { db, run } from '#server/db.ts'
import { findBrand, publishBrand } from '../../domain/settings/brand.ts'

const { id: adminId } = await addAdmin()
const first = await startServer()
const second = await startServer()

async function publish(name: string): Promise<void> {
  const { version, settings } = await findBrand(db)
  ok(await publishBrand(db, adminId, { version, settings: { ...settings, name } }))
}

async function nameAt({ url }: { url: string }): Promise<string | undefined> {
  return /<title>[^<]* · ([^<]+)<\/title>/.exec(await (await fetch(`${url}/login`)).text())?.[1]
}

/** Waits until both servers show the name, at most 20 seconds. Returns the waiting time in milliseconds. */
async function waitUntilShown(name: string): Promise<number> {
  const startedAt = performance.now()
  const isShown = async () =>
    (await Promise.all([first, second].map(nameAt))).every((each) => each === name)
  while (!(await isShown())) {
    if (performance.now() - startedAt > 20_000) break
    await wait(50)
  }
  return performance.now() - startedAt
}

test('B11 every server shows a published brand within five seconds, without a restart', async () => {
  await publish('Quayside Pay')
  const tookMs = await waitUntilShown('Quayside Pay')
  ok(tookMs < 5_000, `${tookMs} ms`)
})

test('B11 a server shows a published brand within five seconds after its database connections were lost', async () => {
  await run(db)`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and application_name like 'portico %' and datname = current_database()`.catch(
    () => undefined,
  )
  await publish('After the break')
  const tookMs = await waitUntilShown('After the break')
  ok(tookMs < 5_000, `${tookMs} ms`)
})

test('B11 a new server shows the published brand', async () => {
  match((await nameAt(await startServer())) ?? '', /After the break/)
})

test('B11 of concurrently published versions exactly one is stored', async () => {
  const { version, settings } = await findBrand(db)
  const published = await Promise.all(
    Array.from({ length: 8 }, () => publishBrand(db, adminId, { version, settings })),
  )
  equal(published.filter(Boolean).length, 1)
  equal((await findBrand(db)).version, version + 1)
})
