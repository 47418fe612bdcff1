import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { atEnd, type Test } from '#test/at-end.ts'
import { startPair } from '#test/follower.ts'
import { freePort } from '#test/free-port.ts'
import { startPooler } from '#test/pooler.ts'
import { startPortico } from '#test/programs.ts'
import { forgetDatabase } from '../../demo/database.ts'
import {
  addToEnvironment,
  dataFolder,
  loadSecrets,
  setEnvironment,
  startOwnMailbox,
} from '../../demo/environment.ts'
import { startNginx } from '../../trials/faults/nginx.ts'
import { certificate, figuresFile, urls } from './place.ts'
import { missingPackages } from './whole-needs.ts'

/**
 * Starts the setup of docs/operations.md instead of demo/start.ts: two servers behind nginx, a worker, PgBouncer and a
 * follower, with the demo's mailbox and two platforms. Exits with 2 if a program is missing.
 */
const missing = missingPackages()
if (missing !== undefined) {
  process.stderr.write(`${missing}\n`)
  process.exit(2)
}

let stopAll = async (): Promise<unknown> => undefined
const t: Test = { after: (work) => (stopAll = work) }
let stopping: Promise<void> | undefined
const stopOnce = (code: number) =>
  (stopping ??= stopAll()
    .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    .then(() => process.exit(code)))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stopOnce(0))

await startWhole().catch(async (error: Error) => {
  process.stderr.write(`${error.stack}\n`)
  await stopOnce(1)
})

async function startWhole(): Promise<void> {
  const secrets = await loadSecrets()
  const mailbox = await startOwnMailbox()
  atEnd(t, () => mailbox.stop())
  const consoleUrl = await startDatabases(secrets, mailbox)
  await promisify(execFile)(process.execPath, ['app/commands/main.ts', 'migrate'])
  // Imported here, because the configuration reads the environment on import.
  const { fillDatabase, startFirstPlatforms } = await import('../../demo/fill.ts')
  const { followBrand, refreshBrand } = await import('#domain/settings/brand.ts')
  const { db } = await import('#server/db.ts')
  await fillDatabase(secrets, [])
  await refreshBrand(db)
  const brand = followBrand(db)
  atEnd(t, async () => {
    brand.stop()
    await db.end()
  })
  await startProcesses(consoleUrl)
  for (const platform of await startFirstPlatforms(secrets)) atEnd(t, () => platform.stop())
}

/**
 * Starts a primary behind PgBouncer in transaction mode, and a follower without a pooler. Returns the URL of
 * PgBouncer's console.
 */
async function startDatabases(
  secrets: Parameters<typeof setEnvironment>[0],
  mailbox: Parameters<typeof setEnvironment>[2],
): Promise<string> {
  // Removes databases of a killed run.
  for (const part of ['follower', 'primary']) await forgetDatabase(`${dataFolder}/${part}`)
  const { primary, follower, stop } = await startPair(dataFolder)
  atEnd(t, stop)
  // Injects replication lag, to find journeys that depend on a current follower.
  const lag = process.env['JOURNEYS_LAG'] ?? '0'
  await follower.ask(`alter system set recovery_min_apply_delay = '${lag}'`)
  await follower.ask('select pg_reload_conf()')
  const through = await startPooler(t, { address: primary.serverUrl, connections: 20 })
  if (through === undefined) throw new Error('PgBouncer is missing')
  const serverUrl = through(primary.serverUrl)
  await setEnvironment(secrets, { ...primary, serverUrl }, mailbox)
  const variables = {
    DATABASE_PREPARE: 'off',
    DATABASE_READ_URL: follower.urlOf(primary.serverUrl),
  }
  Object.assign(process.env, variables)
  await addToEnvironment(variables)
  return Object.assign(new URL(serverUrl), { pathname: '/pgbouncer' }).href
}

async function startProcesses(consoleUrl: string): Promise<void> {
  const metrics: Record<string, string> = {}
  const start = async (name: string, serve: string): Promise<number> => {
    const [port, metricsPort] = [await freePort(), await freePort()]
    const program = await startPortico(t, {
      SERVE: serve,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    })
    program.child.once('exit', (code, signal) => {
      if (stopping === undefined) process.stderr.write(`${name} has ended: ${signal ?? code}\n`)
    })
    metrics[name] = `http://127.0.0.1:${metricsPort}/metrics`
    atEnd(t, async () => {
      await program.stop()
      await mkdir('test-results', { recursive: true })
      await writeFile(`test-results/whole-${name}.log`, program.said())
    })
    return port
  }
  await start('worker', 'worker')
  const servers = [
    await start('server-1', 'users,admin,sso'),
    await start('server-2', 'users,admin,sso'),
  ]
  const stage = { onClose: (work: () => unknown) => atEnd(t, async () => work()) }
  const port = Number(new URL(urls.portal).port)
  await startNginx(stage, servers, { port, certificate, isForBrowsers: true })
  await writeFile(figuresFile, JSON.stringify({ metrics, consoleUrl }))
}
