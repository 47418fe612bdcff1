import { readdir } from 'node:fs/promises'
import { db, scalars } from '#server/db.ts'
import type { Server } from '#server/http.ts'
import { queues } from './queues.ts'
import { migrationsFolder } from './migrations.ts'

const timeoutMs = 2_000
/** How long a result is reused, so that frequent probes do not load the database. */
const cacheMs = 500

/** `ok` for each part, or what is wrong with it. */
type Health = Record<'database' | 'migrations' | 'jobs', string>

/** /healthz: the process is alive. /readyz: it can take requests; if not, 503 with the reason. */
export function health(server: Server): void {
  let last: { health: Health; at: number } | undefined
  let running: Promise<Health> | undefined
  // One check at a time, however many probes wait: no rate limit protects this endpoint.
  const currentHealth = async () => {
    if (last && Date.now() - last.at <= cacheMs) return last.health
    running ??= checkHealth().finally(() => (running = undefined))
    last = { health: await running, at: Date.now() }
    return last.health
  }
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    if (server.isStopping) return reply.status(503).send({ status: 'stopping' })
    const parts = await currentHealth()
    const isReady = Object.values(parts).every((part) => part === 'ok')
    const status = isReady ? 'ready' : 'not ready'
    return reply.status(isReady ? 200 : 503).send({ status, ...parts })
  })
}

async function checkHealth(): Promise<Health> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const expiry = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(new Error('timeout')), { once: true })
  })
  const checks = Promise.all([missingMigrations(), missingQueues()])
  return Promise.race([checks, expiry]).then(
    ([migrations, jobs]) => ({
      database: 'ok',
      migrations: migrations.length === 0 ? 'ok' : `missing: ${migrations.join(', ')}`,
      jobs: jobs.length === 0 ? 'ok' : `no queue for: ${jobs.join(', ')}`,
    }),
    (error: Error & { code?: string }) => healthAfter(error.code),
  )
}

/** 42P01: the database has no tables. */
function healthAfter(code: string | undefined): Health {
  if (code === '42P01') {
    return { database: 'ok', migrations: 'none was applied', jobs: 'not looked at' }
  }
  return { database: 'does not answer', migrations: 'not looked at', jobs: 'not looked at' }
}

async function missingMigrations(): Promise<string[]> {
  const known = await scalars<string>(db)`select name from migrations`
  const files = await readdir(migrationsFolder)
  return files.filter((name) => name.endsWith('.sql') && !known.includes(name)).sort()
}

async function missingQueues(): Promise<string[]> {
  const known = await scalars<string>(db)`select name from pgboss.queue`
  return queues.map(({ name }) => name).filter((name) => !known.includes(name))
}
