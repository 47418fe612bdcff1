import pg from 'pg'
import { connectionOptions } from './primary-host.ts'

/** Another process holds the lock. */
export class RunsElsewhere extends Error {}

/**
 * Runs `work` under an advisory lock. If another process holds the lock, throws RunsElsewhere with `busyMessage`
 * immediately. The lock belongs to a transaction on a separate connection, because a pooler does not keep session
 * locks.
 */
export async function runAlone<Result>(
  url: string,
  lockNumber: number,
  busyMessage: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: 5_000 })
  // The listener prevents a crash; the running query reports the error.
  holder.on('error', () => undefined)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await holder.query<{ acquired: boolean }>(
      'select pg_try_advisory_xact_lock($1) as acquired',
      [lockNumber],
    )
    if (!rows[0]?.acquired) throw new RunsElsewhere(busyMessage)
    return await work()
  } finally {
    await holder.end()
  }
}
