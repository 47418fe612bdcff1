import { stopAbandoned } from './database.ts'
import { dataFolder } from './environment.ts'

/**
 * Imported before the server of `npm run dev`. If the process that restarts the server is killed, this ends the server
 * and the demo's database, unless another demo has adopted the database.
 */
// The channel to the parent alone must not keep the server running.
process.channel?.unref()
process.once('disconnect', () => {
  // Writing fails if the reader is gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  void stopAbandoned(dataFolder)
    .catch(() => undefined)
    .finally(() => process.kill(process.pid, 'SIGKILL'))
})
