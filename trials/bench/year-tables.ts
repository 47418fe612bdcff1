import type pg from 'pg'
import { median, type Figure } from './harness.ts'

/** A table with its partitions, indexes and TOAST data. */
export type TableSize = { table: string; rows: number; dead: number; bytes: number }

/** Tables below this size are not reported: their dead rows are a few pages, whatever their share. */
const leastRows = 1_000
const maxDeadPercent = 30

/** Returns PostgreSQL's statistics of all tables, largest first. */
export async function sizesOf(admin: pg.Client): Promise<TableSize[]> {
  const { rows } = await admin.query<TableSize>(`
    select coalesce(parent.relname, s.relname) as table, sum(s.n_live_tup)::float8 as rows,
           sum(s.n_dead_tup)::float8 as dead, sum(pg_total_relation_size(s.relid))::float8 as bytes
    from pg_stat_user_tables s
    left join pg_inherits i on i.inhrelid = s.relid left join pg_class parent on parent.oid = i.inhparent
    where s.schemaname <> 'bench'
    group by 1 order by 4 desc`)
  return rows
}

export function deadPercent({ rows, dead }: TableSize): number {
  return rows + dead === 0 ? 0 : (dead / (rows + dead)) * 100
}

export function deadFigures(after: readonly TableSize[], later: readonly TableSize[]): Figure[] {
  return later
    .filter(({ rows, dead }) => rows + dead >= leastRows)
    .map((each) => ({
      name: `dead rows of ${each.table} afterwards, percent`,
      here: `${each.dead} of ${each.rows + each.dead}`,
      beside: `${deadPercent(find(after, each.table)).toFixed(0)} % with the last day`,
      ratio: deadPercent(each),
      most: maxDeadPercent,
    }))
}

/** Prints a Markdown table of every table that has grown beyond a thousand rows. */
export function printGrowth(
  start: readonly TableSize[],
  after: readonly TableSize[],
  later: readonly TableSize[],
): void {
  console.log(
    '\n| table | rows, start | rows, end | MB, start | MB, end | dead, last day | dead, afterwards |\n|---|---|---|---|---|---|---|',
  )
  for (const each of later) {
    const [first, last] = [find(start, each.table), find(after, each.table)]
    if (Math.max(first.rows, last.rows, last.dead, each.rows) < leastRows) continue
    const cells = [
      each.table,
      count(first.rows),
      count(each.rows),
      megabytes(first),
      megabytes(each),
      `${deadPercent(last).toFixed(0)} %`,
      `${deadPercent(each).toFixed(0)} %`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/** The time of a day's work, including the product's jobs. */
export type Spent = { day: number; writeMs: number; sealMs: number; purgeMs: number }

export function printDays(spent: readonly Spent[]): void {
  const middle = (part: readonly Spent[], of: (each: Spent) => number) =>
    median(part.map(of)).toFixed(0)
  console.log('\n| work of a step, ms, median | first tenth | last tenth |\n|---|---|---|')
  const tenth = Math.max(1, Math.round(spent.length / 10))
  for (const [name, of] of [
    ['writing its rows', (each: Spent) => each.writeMs],
    ['sealing the audit log', (each: Spent) => each.sealMs],
    ['deleting what has expired', (each: Spent) => each.purgeMs],
  ] as const)
    console.log(
      `| ${name} | ${middle(spent.slice(0, tenth), of)} | ${middle(spent.slice(-tenth), of)} |`,
    )
  console.log()
}

function find(sizes: readonly TableSize[], table: string): TableSize {
  return sizes.find((each) => each.table === table) ?? { table, rows: 0, dead: 0, bytes: 0 }
}

function megabytes({ bytes }: TableSize): string {
  return (bytes / 1e6).toFixed(1)
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-GB')
}
