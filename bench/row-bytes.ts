import type pg from 'pg'

const many = 100_000

/** Copies of one real row each, told apart where an index tells them apart. */
const fillings = {
  sessions: {
    id: 'uuidv7()',
    token_hash: 'sha256(g::text::bytea)',
    expires_at: "now() + g * interval '1 s'",
  },
  known_browsers: {
    id: 'uuidv7()',
    user_id: 'gen_random_uuid()',
    token_hash: 'sha256(g::text::bytea)',
    expires_at: "now() + g * interval '1 s'",
  },
  mails: { id: 'uuidv7()' },
  audit_log: {
    id: 'uuidv7()',
    timestamp: "r.timestamp + g * interval '1 ms'",
    actor_id: 'gen_random_uuid()::text',
    ip_address: "'203.0.' || g / 250 % 250 || '.' || g % 250",
    request_id: 'gen_random_uuid()::text',
  },
  audit_sealed: {
    row_id: 'uuidv7()',
    timestamp: "r.timestamp + g * interval '1 ms'",
    row_hash: 'sha256(g::text::bytea)',
    block: 'g / 20',
  },
} as const

/** How many bytes a row takes with its share of every index. */
export async function bytesOfRows(admin: pg.ClientBase): Promise<Record<string, number>> {
  // What a row refers to does not have to be there for it to be weighed.
  await admin.query('set session_replication_role = replica')
  const bytes: Record<string, number> = {}
  for (const [table, own] of Object.entries(fillings)) {
    const { rows } = await admin.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [table],
    )
    const values = rows.map(({ name }) => (own as Record<string, string>)[name] ?? `r.${name}`)
    const chosen = table === 'audit_log' ? "where action = 'login_succeeded'" : ''
    const before = await sizeOf(admin, table)
    await admin.query(`
      insert into ${table} (${rows.map(({ name }) => name).join(', ')})
      select ${values.join(', ')} from (select * from ${table} ${chosen} limit 1) r, generate_series(1, ${many}) g`)
    bytes[table] = Math.round(((await sizeOf(admin, table)) - before) / many)
  }
  return bytes
}

async function sizeOf(admin: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await admin.query<{ size: number }>(
    // A table that has no parts is no tree.
    `select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size($1::regclass))::float8 as size
     from pg_partition_tree($1::regclass)`,
    [table],
  )
  return rows[0]?.size ?? 0
}
