import { stopAbandoned } from './database.ts'
import { dataFolder } from './environment.ts'

/**
 * Imported before the server of `npm run dev`: when the process that restarts it was killed, ends the server and the
 * demo's database, unless another demo has taken the database over.
 */
process.channel?.unref()
process.once('disconnect', () => {
  // No reader: writing fails.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  void stopAbandoned(dataFolder)
    .catch(() => undefined)
    .finally(() => process.kill(process.pid, 'SIGKILL'))
})
