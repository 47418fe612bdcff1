import pg from 'pg'
import { config } from '#server/config.ts'
import { scalar, scalars, type Db } from '#server/db.ts'
import { connectionOptions } from '#server/primary-host.ts'
import { lockTimeout, retryLocked } from '#server/retry-locked.ts'

/**
 * Creates missing partitions for this month and the next three, and for every month with rows in the default partition.
 * Returns the number of partitions created.
 */
export async function makeAuditPartitions(db: Db): Promise<number> {
  return (await scalar<number>(db)`select make_audit_partitions()`) ?? 0
}

/** Lists the months that have a partition, such as 2026-11, oldest first. */
export function attachedMonths(db: Db): Promise<string[]> {
  return scalars<string>(db)`
    select replace(right(c.relname, 7), '_', '-')
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_log'::regclass and c.relname ~ '_\\d{4}_\\d\\d$'
    order by 1`
}

/** Returns the earliest month within the retention time, such as 2026-11. */
export async function firstRetainedMonth(db: Db): Promise<string> {
  const month = await scalar<string>(db)`
    select to_char((now() - ${config.auditRetention}::interval) at time zone 'UTC', 'YYYY-MM')`
  return month ?? ''
}

/**
 * Detaches a month's partitions of `audit_log` and `audit_sealed`, in one transaction. The two tables stay in the
 * database. Waits at most half a second for each lock, because all new rows of the log wait behind it, and retries for at
 * least half a minute. Throws if the tables stay locked.
 */
export async function detachMonth(month: string): Promise<void> {
  if (!/^\d{4}-\d\d$/.test(month)) throw new Error(`${month} is not a month`)
  // Only the owner of a table may detach its partitions.
  const client = new pg.Client(connectionOptions(config.databaseOwnerUrl))
  // Without a handler, a broken connection would end the process; now it only fails the next statement.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await retryLocked(() => detachParts(client, month.replace('-', '_')))
  } finally {
    await client.end()
  }
}

/** Detaches the partitions with this suffix. Leaves nothing behind if it throws. */
async function detachParts(client: pg.Client, suffix: string): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = '${lockTimeout}'`)
    for (const table of ['audit_log', 'audit_sealed']) {
      const part = client.escapeIdentifier(`${table}_${suffix}`)
      await client.query(`alter table ${table} detach partition ${part}`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
