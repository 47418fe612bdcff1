import { setTimeout as wait } from 'node:timers/promises'

/**
 * Lock timeout of each attempt to change a table that servers use. A statement that waits for a table lock blocks all
 * later ones, so there are many short waits and no long one. It is shorter than PostgreSQL's `deadlock_timeout` of one
 * second, so that in a deadlock with a server the change gives way.
 */
export const lockTimeout = '500ms'
const maxAttempts = 60
const pauseMs = 500
/** SQLSTATEs that are retried: lock not available, and deadlock. */
const retriedCodes = new Set(['55P03', '40P01'])

/**
 * Runs `change`, which must set a lock timeout. If it throws, it must leave nothing behind, or continue when it is called
 * again. Retries it for at least half a minute if a table is locked. Throws its last error.
 */
export async function retryLocked(change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await change()
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (!retriedCodes.has(code ?? '') || attempt === maxAttempts) throw error
      await wait(pauseMs)
    }
  }
}
