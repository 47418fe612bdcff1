import pg from 'pg'
import { config } from '#server/config.ts'
import { row, rows, scalar, sql, type Db } from '#server/db.ts'
import { connectionOptions } from '#server/primary-host.ts'
import { retryLocked } from '#server/retry-locked.ts'

/** Creates missing partitions up to those of the coming months. Returns the number of partitions created. */
export async function makeAuditPartitions(db: Db): Promise<number> {
  return (await scalar<number>(db)`select make_audit_partitions()`) ?? 0
}

/** The partitions of both tables, whose names contain their month and, if the month has several, their first day. */
const parts = sql`
  select replace(substring(c.relname from '_(\\d{4}_\\d\\d)'), '_', '-') as month, i.inhparent::regclass::text as parent,
         c.relname as name, i.inhdetachpending as is_pending,
         substring(pg_get_expr(c.relpartbound, c.oid) from $$FROM \\('([^']+)'$$)::timestamptz as from_time,
         substring(pg_get_expr(c.relpartbound, c.oid) from $$TO \\('([^']+)'$$)::timestamptz as until_time
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent in ('audit_log'::regclass, 'audit_sealed'::regclass)
    and c.relname ~ '_\\d{4}_\\d\\d(_\\d\\d)?$'`

/** A month with partitions. It is whole unless the detachment of its partitions was interrupted. */
type PartitionedMonth = { month: string; isWhole: boolean }

/** Lists the months that have partitions, such as 2026-11, oldest first. */
export function partitionedMonths(db: Db): Promise<PartitionedMonth[]> {
  return rows<PartitionedMonth>(db)`
    select month, sum(extract(epoch from until_time - from_time)) filter (where not is_pending)
                    is not distinct from 2 * extract(epoch from first_day + interval '1 month' - first_day) as is_whole
    from (${parts}) p cross join lateral (select (month || '-01')::timestamp as first_day) m
    group by month, first_day order by month`
}

/** Lists the months whose partitions are all attached, such as 2026-11, oldest first. */
export async function attachedMonths(db: Db): Promise<string[]> {
  return (await partitionedMonths(db)).filter(({ isWhole }) => isWhole).map(({ month }) => month)
}

/** Returns the number of days until the last partition ends, after which no row can be inserted. */
export async function daysOfPartitions(db: Db): Promise<number> {
  const end = await row<{ days: number }>(db)`
    select extract(epoch from max(until_time) - now())::float8 / 86400 as days from (${parts}) p
    where parent = 'audit_log'`
  return end?.days ?? 0
}

/** Returns the earliest month within the retention time, such as 2026-11. */
export async function firstRetainedMonth(db: Db): Promise<string> {
  const month = await scalar<string>(db)`
    select to_char((now() - ${config.auditRetention}::interval) at time zone 'UTC', 'YYYY-MM')`
  return month ?? ''
}

/** Key of an advisory lock that nothing else in this database uses. */
const lockNumber = 7_067_855

/**
 * Runs `work` unless another process exports or detaches months; returns undefined then. The lock is one of a
 * transaction, because a pooler would not keep one of a session. The transaction has no snapshot, so nothing waits for it.
 */
export async function withMonthsLock<Result>(
  work: (owner: pg.Client) => Promise<Result>,
): Promise<Result | undefined> {
  return withOwner(async (holder) => {
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
    const { rows: locks } = await holder.query<{ held: boolean }>(
      `select pg_try_advisory_xact_lock(${lockNumber}) as held`,
    )
    return locks[0]?.held ? withOwner(work) : undefined
  })
}

/** Connects as the owner of the tables: only that role may detach partitions. */
async function withOwner<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(connectionOptions(config.databaseOwnerUrl))
  // Without a handler, a broken connection would end the process; now it only fails the next statement.
  client.on('error', () => undefined)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** A partition of the month to be detached. */
type Part = { parent: string; name: string; isPending: boolean }

/**
 * Detaches the month's partitions of `audit_log` and `audit_sealed`, each by `detach partition concurrently`: no reader
 * or writer of the log waits for it. The tables stay in the database; returns their names. Waits for transactions that
 * use the log, two seconds in each attempt, for at least two minutes. Throws if one is still open then. The next call
 * continues after an error or a kill.
 */
export async function detachMonth(owner: pg.Client, month: string): Promise<string[]> {
  const names: string[] = []
  await owner.query("set lock_timeout = '2s'")
  await retryLocked(async () => {
    for (let part = await nextPart(owner, month); part; part = await nextPart(owner, month)) {
      const { parent, name, isPending } = part
      const how = isPending ? 'finalize' : 'concurrently'
      await owner.query(
        `alter table ${parent} detach partition ${owner.escapeIdentifier(name)} ${how}`,
      )
      names.push(name)
    }
  })
  return names
}

/** Returns one whose detachment has begun before all others: PostgreSQL permits one of each table. */
async function nextPart(owner: pg.Client, month: string): Promise<Part | undefined> {
  const { rows: found } = await owner.query<Part>(
    `select parent, name, is_pending as "isPending" from (${parts.text}) p where month = $1
     order by is_pending desc, name limit 1`,
    [month],
  )
  return found[0]
}
