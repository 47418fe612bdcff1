import { db, rows, scalar, sql } from './db.ts'
import { gaugeOfMany } from './metrics.ts'

/** A value of the database's statistics: `of` is the end of the name of its metric. */
type Statistic = { of: string; name: string; value: number }

/** Minimum time between two reads of the statistics by one process. */
const readIntervalMs = 60_000
/** Smaller tables are left out: vacuum has no work there, and a share of few rows says nothing. */
const minRows = 10_000

let lastRead: { at: number; statistics: Promise<Statistic[]> } | undefined

/**
 * Declares metrics of PostgreSQL itself, for the whole installation: vacuum, checkpoints, WAL, replication slots and
 * archiving. They are read at most once a minute, and without privileges beyond those of the server's role.
 */
export function declareDatabaseMetrics(): void {
  declareStatistic(
    'dead_rows_ratio',
    'Share of dead rows of a table with at least 10,000 rows',
    'table',
  )
  declareStatistic('updates', 'Updates of a table since its statistics began', 'table')
  declareStatistic('hot_updates', 'Updates of a table that changed none of its indexes', 'table')
  declareStatistic('checkpoints', 'Checkpoints, timed or requested by the amount of WAL', 'kind')
  declareStatistic('wal_bytes', 'Position in the write-ahead log (WAL)')
  declareStatistic('slot_bytes', 'WAL that is kept for a replication slot', 'slot')
  declareStatistic(
    'transaction_seconds',
    'Age of the oldest transaction that the role of the server can see',
  )
  declareStatistic('archive_failing', '1 if the last attempt to archive WAL failed, else 0')
}

function declareStatistic(of: string, help: string, label?: string): void {
  const labels = label === undefined ? [] : [label]
  gaugeOfMany(`portico_database_${of}`, help, labels, async () =>
    (await readStatistics())
      .filter((each) => each.of === of)
      .map(({ name, value }) => ({ value, ...(label !== undefined && { [label]: name }) })),
  )
}

/** Returns the statistics, at most a minute old. */
function readStatistics(): Promise<Statistic[]> {
  if (lastRead && performance.now() < lastRead.at + readIntervalMs) return lastRead.statistics
  const statistics = queryStatistics()
  const read = { at: performance.now(), statistics }
  lastRead = read
  // A failed read is repeated at the next scrape.
  statistics.catch(() => {
    if (lastRead === read) lastRead = undefined
  })
  return statistics
}

async function queryStatistics(): Promise<Statistic[]> {
  // PostgreSQL 17 moved the counters.
  const isMoved = await scalar<boolean>(db)`select to_regclass('pg_stat_checkpointer') is not null`
  const checkpoints = isMoved
    ? sql`select num_timed, num_requested from pg_stat_checkpointer`
    : sql`select checkpoints_timed, checkpoints_req from pg_stat_bgwriter`
  return rows<Statistic>(db)`
    with counted as (${checkpoints})
    select of, name, value::float8 from (
      select 'dead_rows_ratio', relname, n_dead_tup::float8 / (n_live_tup + n_dead_tup)
      from pg_stat_user_tables where n_live_tup + n_dead_tup >= ${minRows}
      union all
      select of, relname, value from pg_stat_user_tables, lateral (values
        ('updates', n_tup_upd), ('hot_updates', n_tup_hot_upd)) as each (of, value)
      where n_tup_upd >= ${minRows}
      union all
      select 'checkpoints', kind, value from counted as c (timed, requested), lateral (values
        ('timed', timed), ('requested', requested)) as each (kind, value)
      union all
      select 'wal_bytes', '', pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')
      union all
      select 'slot_bytes', slot_name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)
      from pg_replication_slots where restart_lsn is not null
      union all
      select 'transaction_seconds', '', coalesce(extract(epoch from max(now() - xact_start)), 0)
      from pg_stat_activity where backend_xmin is not null and datname = current_database()
      union all
      select 'archive_failing', '', coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::int
      from pg_stat_archiver) as statistics (of, name, value)`
}
