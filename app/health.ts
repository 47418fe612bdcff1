import { setTimeout as wait } from 'node:timers/promises'
import { collationFault } from '#server/collation.ts'
import { db, scalars } from '#server/db.ts'
import type { Server } from '#server/http.ts'
import { queues } from './registry/queues.ts'
import { listMigrations } from './migrations.ts'

const queueNames = Object.keys(queues)
const timeoutMs = 2_000
/** Milliseconds for which a result is reused, so that frequent probes do not load the database. */
const cacheMs = 500

/** `ok` or the fault of each part. A wrong collation is only a warning: names may be out of order. */
type Health = Record<'database' | 'migrations' | 'jobs', string> & { collation?: string }

/**
 * Serves /healthz (the process is alive) and /readyz (it can take requests; else 503 with the reason). /readyz reveals
 * missing migrations and is exempt from load shedding, so a request that a proxy forwarded gets 404.
 */
export function health(server: Server): void {
  let last: { health: Health; at: number } | undefined
  let running: Promise<Health> | undefined
  // Runs one check at a time, however many probes wait, because no rate limit protects this endpoint.
  const currentHealth = async () => {
    if (last && Date.now() - last.at <= cacheMs) return last.health
    running ??= checkHealth().finally(() => (running = undefined))
    last = { health: await running, at: Date.now() }
    return last.health
  }
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async ({ headers }, reply) => {
    if (headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined)
      return reply.callNotFound()
    if (server.isStopping) return reply.status(503).send({ status: 'stopping' })
    const { collation, ...parts } = await currentHealth()
    const isReady = Object.values(parts).every((part) => part === 'ok')
    const status = isReady ? 'ready' : 'not ready'
    return reply.status(isReady ? 200 : 503).send({ status, ...parts, collation })
  })
}

async function checkHealth(): Promise<Health> {
  const timeout = wait(timeoutMs, undefined, { ref: false }).then(() => Promise.reject(new Error()))
  const answers = Promise.all([
    scalars<string>(db)`select name from migrations`,
    scalars<string>(db)`select name from pgboss.queue`,
    collationFault(db),
  ])
  try {
    const [migrationNames, existingQueues, fault] = await Promise.race([answers, timeout])
    const files = await listMigrations()
    const migrations = listMissing(files, migrationNames)
    const jobs = listMissing(queueNames, existingQueues)
    return {
      database: 'ok',
      migrations: migrations ? `missing: ${migrations}` : 'ok',
      jobs: jobs ? `no queue for: ${jobs}` : 'ok',
      collation: fault ?? 'ok',
    }
  } catch (error) {
    // 42P01: the database has no tables.
    return (error as { code?: string }).code === '42P01'
      ? { database: 'ok', migrations: 'none was applied', jobs: 'not checked' }
      : { database: 'does not answer', migrations: 'not checked', jobs: 'not checked' }
  }
}

function listMissing(expected: readonly string[], existing: readonly string[]): string {
  return expected.filter((name) => !existing.includes(name)).join(', ')
}
