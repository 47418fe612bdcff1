import { logger } from '#server/log.ts'
import type { Program } from './program.ts'

/**
 * Ends the program after an uncaught exception or an unhandled rejection, because its state is unknown from then on.
 * Logs the error, lets running work finish and exits with 1; the supervisor restarts the program.
 */
export function endAfterUncaughtErrors(program: Program): void {
  let isEnding = false
  // Node raises an unhandled rejection as an uncaught exception.
  process.on('uncaughtException', (thrown: unknown) => {
    // A thrown value that is no error is not logged, because it may contain a secret.
    const err = thrown instanceof Error ? thrown : new Error('a thrown value is not an error')
    logger.fatal({ err }, 'exiting after an uncaught error')
    if (isEnding) return
    isEnding = true
    void program.stop().finally(() => process.exit(1))
  })
}
