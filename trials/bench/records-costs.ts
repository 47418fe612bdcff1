import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** PostgreSQL's statistics of a table with its partitions. */
type TableStatistics = {
  inserted: number
  updated: number
  /** Updates within the page, which add no index entry. */
  hot: number
  deleted: number
  vacuumMs: number
}

export type Costs = {
  lsn: string
  walBytes: number
  images: number
  tables: Record<string, TableStatistics>
}

export async function costsSoFar(admin: pg.Client): Promise<Costs> {
  // A busy connection reports its statistics after a second.
  await wait(2_000)
  const { rows: tables } = await admin.query<TableStatistics & { table: string }>(`
    select coalesce(p.relname, s.relname) as table, sum(n_tup_ins)::float8 as inserted, sum(n_tup_upd)::float8 as updated,
           sum(n_tup_hot_upd)::float8 as hot, sum(n_tup_del)::float8 as deleted,
           sum(total_autovacuum_time)::float8 as "vacuumMs"
    from pg_stat_user_tables s
      left join pg_inherits i on i.inhrelid = s.relid left join pg_class p on p.oid = i.inhparent
    where s.schemaname = 'public' group by 1 order by 1`)
  const { rows } = await admin.query<Omit<Costs, 'tables'>>(`
    select pg_current_wal_lsn() as lsn, wal_bytes::float8 as "walBytes", wal_fpi::float8 as images from pg_stat_wal`)
  const entries = tables.map(({ table, ...statistics }) => [table, statistics] as const)
  return { ...rows[0]!, tables: Object.fromEntries(entries) }
}

type Cost = Omit<TableStatistics, 'vacuumMs'> & { dead: number; vacuumMsInAll: number }

/** Prints and returns the costs of each of `count` sign-ons. */
export function printCosts(before: Costs, after: Costs, count: number) {
  const each = (sum: number) => Math.round((sum / count) * 100) / 100
  const tables: Record<string, Cost> = {}
  for (const [table, sums] of Object.entries(after.tables)) {
    const of = (key: keyof TableStatistics) => sums[key] - (before.tables[table]?.[key] ?? 0)
    const cost = {
      inserted: each(of('inserted')),
      updated: each(of('updated')),
      hot: each(of('hot')),
      deleted: each(of('deleted')),
      dead: each(of('updated') + of('deleted')),
      vacuumMsInAll: Math.round(of('vacuumMs')),
    }
    if (cost.inserted + cost.dead >= 0.1) tables[table] = cost
  }
  const walBytes = each(after.walBytes - before.walBytes)
  const images = each(after.images - before.images)
  console.log(`${count} sign-ons, each with ${walBytes} bytes of WAL and ${images} whole pages`)
  console.table(tables)
  return { walBytes, images, tables }
}

type WalOfRelation = { relation: string; bytes: number; ofWholePages: number }

/** Prints and returns the bytes of the write-ahead log for each sign-on by table and index, largest first. */
export async function walByRelation(
  admin: pg.Client,
  start: string,
  end: string,
  count: number,
): Promise<WalOfRelation[]> {
  // A record of several pages counts in equal parts.
  const { rows } = await admin.query<WalOfRelation>(
    `with blocks as (
       select relfilenode, block_fpi_length as image, record_length / count(*) over (partition by start_lsn) as bytes
       from pg_get_wal_block_info($1, $2))
     select coalesce(p.relname, c.relname, 'other') as relation, round(sum(bytes) / $3)::float8 as bytes,
            round(sum(image) / $3)::float8 as "ofWholePages"
     from blocks b left join pg_class c on c.relfilenode = b.relfilenode
       left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     group by 1 having sum(bytes) / $3 >= 20 order by 2 desc`,
    [start, end, count],
  )
  console.table(rows)
  return rows
}
