import { mock } from 'node:test'

/**
 * Runs `work` while the clock of this process is ahead of the database's by these minutes, or behind if they are
 * negative. Like a change of the clock, this does not affect `performance.now`.
 */
export async function withClockAhead<Result>(
  minutes: number,
  work: () => Result,
): Promise<Awaited<Result>> {
  const now = Date.now.bind(Date)
  const clock = mock.method(Date, 'now', () => now() + minutes * 60_000)
  try {
    return await work()
  } finally {
    clock.mock.restore()
  }
}
