import { logger } from '#server/log.ts'
import type { Program } from './program.ts'

/**
 * An error that nothing caught, or a promise whose rejection nothing handled: nobody knows what state the program is
 * in. It logs the error, finishes what is in progress and ends with 1; the supervisor starts it again.
 */
export function endAfterUncaughtErrors(program: Program): void {
  let isEnding = false
  process.on('uncaughtException', (thrown: unknown) => {
    const err = thrown instanceof Error ? thrown : new Error('a value that is no error was thrown')
    logger.fatal({ err }, 'the program ends: nothing caught an error')
    if (isEnding) return
    isEnding = true
    void program.stop().finally(() => process.exit(1))
  })
}
