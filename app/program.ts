import { config } from '#server/config.ts'
import { db, type Db } from '#server/db.ts'
import type { Worker } from '#server/jobs.ts'
import { logger } from '#server/log.ts'
import { migrate } from './migrate.ts'
import { buildServer } from './server.ts'
import { startWorker } from './worker.ts'

export type Program = { stop: () => Promise<void> }

/** Brings the database to this version, then serves and works until it is stopped. */
export async function startProgram(): Promise<Program> {
  await migrate({ ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl })
  const server = await buildServer()
  const worker = config.serve.includes('worker') ? await startWorker() : undefined
  try {
    await server.listen({ host: config.host, port: config.port })
  } catch (error) {
    await stop([worker?.stop, server.close.bind(server), () => endPool(db)])
    throw asSentence(error)
  }
  logger.info({ url: config.publicUrl, serve: config.serve }, 'serving')
  return { stop: () => stop([() => server.close(), worker?.stop, () => endPool(db)]) }
}

/** What is running is finished first; nothing new is taken. */
async function stop(
  parts: readonly ((() => Promise<unknown>) | Worker['stop'] | undefined)[],
): Promise<void> {
  for (const part of parts) {
    await part?.().catch((error: unknown) => logger.error({ err: error }, 'could not stop a part'))
  }
}

async function endPool(pool: Db): Promise<void> {
  if ('end' in pool) await (pool as { end: () => Promise<void> }).end()
}

function asSentence(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code !== 'EADDRINUSE') return error
  return new Error(`Port ${config.port} is taken by another program. Choose another with PORT=…`, {
    cause: error,
  })
}
