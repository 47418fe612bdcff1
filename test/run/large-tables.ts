import type pg from 'pg'

/** The number of rows that the planner believes in. */
const believedRows = 10_000_000
const realRows = 200

/** Distinct values of row `n` by type, as SQL. */
const values: Record<string, string> = {
  bigint: 'n',
  boolean: 'n % 2 = 0',
  bytea: 'sha256(n::text::bytea)',
  cidr: `'192.0.2.1'`,
  'double precision': 'n',
  inet: `'192.0.2.1'`,
  integer: 'n',
  jsonb: `jsonb_build_object('n', n)`,
  smallint: 'n',
  text: 'md5(n::text)',
  'timestamp with time zone': `now() + n * interval '1 millisecond'`,
  uuid: 'md5(n::text)::uuid',
  xid8: 'n::text',
}

type Column = { name: string; type: string }

/**
 * Fills tables of an otherwise empty database, so that the planner takes them for tables of ten million rows. The rows
 * are distinct but meaningless, and exist only for their statistics. Partitions without rows are dropped.
 */
export async function enlargeTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query('set session_replication_role = replica')
  await dropConstraints(client, tables)
  for (const table of tables) await fill(client, table)
  await dropEmptyPartitions(client)
  await client.query(`analyze ${tables.join(', ')}`)
  await client.query(
    `select pg_restore_relation_stats(
       'schemaname', 'public', 'relname', relname::text,
       'relpages', (pg_relation_size(oid) / 8192)::int, 'reltuples', ${believedRows}::real)
     from pg_class c
     where relkind = 'r' and coalesce(pg_partition_root(oid), oid) = any($1::text[]::regclass[])`,
    [tables],
  )
}

/** Drops the constraints that the meaningless rows would violate. */
async function dropConstraints(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as statement
     from pg_constraint where contype = 'c' and conrelid = any($1::text[]::regclass[])`,
    [tables],
  )
  for (const { statement } of rows) await client.query(statement)
}

async function fill(client: pg.Client, table: string): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  )
  const names = columns.map(({ name }) => `"${name}"`)
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${columns.map(valueOf).join(', ')} from generate_series(1, ${realRows}) n
     on conflict do nothing`,
  )
}

function valueOf({ type }: Column): string {
  const value = type.endsWith('[]') ? `'{}'` : values[type]
  if (value === undefined) throw new Error(`a value of the type ${type} is missing`)
  return `(${value})::${type}`
}

async function dropEmptyPartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) = 0`,
  )
  for (const { name } of rows) await client.query(`drop table ${name} cascade`)
}
