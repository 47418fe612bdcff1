import type pg from 'pg'
import type { Migration } from './migrations.ts'

/** Number of rows from which a statement about every row of a table takes minutes. */
const manyRows = 1_000_000

/** Statements that may read or write every row of a table. */
const wholeTable =
  /^[ \t]*(update|insert into|delete from)\b|\b(create (unique )?index|validate constraint|set not null|type|add (constraint|check|unique|primary|foreign))\b/im

/** Returns the estimated number of rows of each table; -1 if it was never analyzed. */
export async function countTableRows(client: pg.Client): Promise<Map<string, number>> {
  // The rows of a partitioned table are in its partitions.
  const { rows } = await client.query<{ table: string; rows: number }>(`
    select c.relname as table,
           coalesce((select sum(greatest(p.reltuples, 0)) from pg_partition_tree(c.oid) t join pg_class p on p.oid = t.relid
                     where t.isleaf), c.reltuples)::float8 as rows
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  return new Map(rows.map(({ table, rows: count }) => [table, count]))
}

/**
 * Describes the tables that a migration names, with their numbers of rows, and whether it takes long. Returns undefined
 * if it names no existing table.
 */
export function describeSize(
  { statements }: Pick<Migration, 'statements'>,
  tableRows: ReadonlyMap<string, number>,
): string | undefined {
  const namesIn = (text: string) => {
    const words = new Set(text.match(/\w+/g) ?? [])
    return [...tableRows.keys()].filter((table) => words.has(table)).toSorted()
  }
  const executed = statements.flatMap((text) => withoutComments(text).split(/;\s*$/m))
  const tables = namesIn(executed.join('\n'))
  if (tables.length === 0) return undefined
  const rowsOf = (table: string) => tableRows.get(table) ?? -1
  const described = tables.map((table) => `${table} ${describeCount(rowsOf(table))}`)
  const read = namesIn(executed.filter((text) => wholeTable.test(text)).join('\n'))
  const long = read.filter((table) => rowsOf(table) >= manyRows)
  const remark = long.length > 0 ? ` Long: it may read every row of ${long.join(', ')}.` : ''
  return `Rows: ${described.join('; ')}.${remark}`
}

function describeCount(rows: number): string {
  return rows < 0 ? 'unknown' : Math.round(rows).toLocaleString('en')
}

/** Removes comments and the bodies of functions, which a migration does not execute. */
function withoutComments(statement: string): string {
  return statement.replaceAll(/--[^\n]*/g, '').replaceAll(/\bfunction\b[^;]*?\$\$[^]*?\$\$/gi, '')
}
