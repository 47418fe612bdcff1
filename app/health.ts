import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rows, sql, db } from '#server/db.ts'
import type { Server } from '#server/http.ts'
import { queues } from './queues.ts'

const folder = join(import.meta.dirname, '../migrations')
const patienceMs = 2_000
/** Whoever asks more often is told the same again: asking costs the database nothing. */
const trueForMs = 500

/** Each part by name: `ok`, or what is the matter with it. */
export type Health = Record<'database' | 'migrations' | 'jobs', string>

/** `/healthz`: the process lives. `/readyz`: it can be sent requests; 503 with what is missing where it cannot. */
export function health(server: Server): void {
  let known: { health: Health; at: number } | undefined
  let asking: Promise<Health> | undefined
  // However many want to know: it is looked at once at a time, as no limit stands before this answer.
  const now = async () => {
    if (known && Date.now() - known.at <= trueForMs) return known.health
    asking ??= look().finally(() => (asking = undefined))
    known = { health: await asking, at: Date.now() }
    return known.health
  }
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    if (server.isStopping) return reply.status(503).send({ status: 'stopping' })
    const found = await now()
    const isReady = Object.values(found).every((said) => said === 'ok')
    const status = isReady ? 'ready' : 'not ready'
    return reply.status(isReady ? 200 : 503).send({ status, ...found })
  })
}

async function look(): Promise<Health> {
  const tooLate = AbortSignal.timeout(patienceMs)
  const late = new Promise<never>((_, reject) => {
    tooLate.addEventListener('abort', () => reject(new Error('too late')), { once: true })
  })
  const asked = Promise.all([missingMigrations(), missingQueues()])
  return Promise.race([asked, late]).then(
    ([migrations, jobs]) => ({
      database: 'ok',
      migrations: migrations.length === 0 ? 'ok' : `missing: ${migrations.join(', ')}`,
      jobs: jobs.length === 0 ? 'ok' : `no queue for: ${jobs.join(', ')}`,
    }),
    (error: Error & { code?: string }) => told(error.code),
  )
}

/** 42P01: there is a database and no table in it. */
function told(code: string | undefined): Health {
  if (code === '42P01') {
    return { database: 'ok', migrations: 'none was applied', jobs: 'not looked at' }
  }
  return { database: 'does not answer', migrations: 'not looked at', jobs: 'not looked at' }
}

async function missingMigrations(): Promise<string[]> {
  const applied = await rows<{ name: string }>(db, sql`select name from migrations`)
  const known = new Set(applied.map(({ name }) => name))
  const files = await readdir(folder)
  return files.filter((name) => name.endsWith('.sql') && !known.has(name)).sort()
}

async function missingQueues(): Promise<string[]> {
  const made = await rows<{ name: string }>(db, sql`select name from pgboss.queue`)
  const known = new Set(made.map(({ name }) => name))
  return queues.map(({ name }) => name).filter((name) => !known.has(name))
}
