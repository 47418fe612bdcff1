import { setTimeout as wait } from 'node:timers/promises'
import { followBrand, refreshBrand } from '#domain/settings/brand.ts'
import { requireConfiguredKeys } from '#domain/keys/encrypted-columns.ts'
import { requireKnownHosts } from '#domain/passkeys/passkey.ts'
import { collationFault } from '#server/collation.ts'
import { config } from '#server/config.ts'
import { followDatabaseClock, readDatabaseClock } from '#server/database-clock.ts'
import { db } from '#server/db.ts'
import { poolFault } from '#server/pool-fault.ts'
import type { Server } from '#server/http.ts'
import type { Worker } from '#server/jobs.ts'
import { watchFollower } from '#server/follower.ts'
import { logger } from '#server/log.ts'
import { startTraces } from '#server/traces.ts'
import { recordSecurityProfile } from '../features/admin/compliance/jobs.ts'
import { serveMetrics } from './metrics.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { listen } from './listen.ts'
import { buildServer } from './server.ts'
import { startWorker } from './worker.ts'

export type Program = { stop: () => Promise<void> }

/**
 * Time for running requests and jobs to finish. Most supervisors kill a process ten seconds after they asked it to
 * stop.
 */
const finishWithinMs = 8_000
/** Time for each of these to stop: traces, follower, database connections. */
const closeWithinMs = 1_000

/**
 * Serves requests and runs jobs until it is stopped. First migrates the database, except in production, where a server
 * needs no role that can change tables. `extend` adds to the server before it listens.
 */
export async function startProgram(extend?: (server: Server) => void): Promise<Program> {
  for (const warning of config.warnings) logger.warn(warning)
  const traces = await startTraces()
  if (config.isProduction) await requireMigrated(config.databaseUrl)
  else
    await migrate({
      ownerUrl: config.databaseOwnerUrl,
      serverUrl: config.databaseUrl,
      onWait: () => logger.info('another process is migrating this database; waiting for it'),
    })
  await requireConfiguredKeys(db)
  await requireKnownHosts(db)
  await recordSecurityProfile(db)
  for (const fault of [await collationFault(db), await poolFault(db)])
    if (fault !== undefined) logger.warn(fault)
  await refreshBrand(db)
  await readDatabaseClock(db)
  const follower = await watchFollower()
  const following = [followBrand(db), followDatabaseClock(db)]
  const server = await buildServer(extend)
  const worker = config.serve.includes('worker') ? await startWorker() : undefined
  const stops = [
    async () => following.forEach(({ stop: end }) => end()),
    withinLimit(traces.stop),
    withinLimit(follower.stop),
    withinLimit(() => db.end()),
  ]
  try {
    await listen(server)
    const metrics = await serveMetrics()
    if (metrics) stops.unshift(metrics.stop)
  } catch (error) {
    await stop([() => finish(server, worker), ...stops])
    throw error
  }
  logger.info({ url: config.publicUrl, serve: config.serve }, 'serving')
  return { stop: () => stop([() => finish(server, worker), ...stops]) }
}

/** Reports not ready, stops accepting requests and jobs, and waits for the running ones to finish. */
async function finish(server: Server, worker: Worker | undefined): Promise<void> {
  server.isStopping = true
  // Observed from the start, because an unobserved failure would end the process.
  const workerStop = Promise.allSettled([worker?.stop()])
  await wait(config.stopDelaySeconds * 1000)
  // The delay counts toward finishWithinMs, because supervisors count it, too.
  const remainingMs = finishWithinMs - config.stopDelaySeconds * 1000
  const closeTimer = setTimeout(() => {
    logger.warn('closed connections that did not end')
    server.server.closeAllConnections()
  }, remainingMs)
  await Promise.race([
    Promise.allSettled([server.close(), workerStop]),
    wait(remainingMs, undefined, { ref: false }),
  ])
  clearTimeout(closeTimer)
}

/** Stops the parts one after the other, also if one fails. */
async function stop(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const part of parts) {
    await part().catch((error: unknown) => logger.error({ err: error }, 'could not stop a part'))
  }
}

/** Returns `part` with a limit of `closeWithinMs`; it goes on unobserved afterward. */
function withinLimit(part: () => Promise<unknown>): () => Promise<unknown> {
  return () => Promise.race([part(), wait(closeWithinMs, undefined, { ref: false })])
}
