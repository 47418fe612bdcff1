import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { addressesIn } from '#server/address.ts'
import { prepareQueues } from '#server/jobs.ts'
import { connectionTo } from '#server/primary.ts'
import { queues } from './queues.ts'

// Any number that nothing else in this database takes.
const lockNumber = 7_067_842

type About = { ownerUrl: string; serverUrl: string; folder?: string }

/**
 * Applies migrations/*.sql in order, once each. Two servers that start at once: one applies, the other
 * waits and finds nothing to do. Throws when an applied file has changed or a newer one is unknown.
 */
export async function migrate({ ownerUrl, serverUrl, folder }: About): Promise<string[]> {
  const client = new pg.Client({ ...connectionTo(ownerUrl), connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    const applied = await apply(client, folder ?? join(import.meta.dirname, '../migrations'))
    await prepareQueues(ownerUrl, queues)
    await grant(client, new URL(addressesIn(serverUrl)[0] ?? '').username)
    return applied
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, folder: string): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  const known = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations',
  )
  const hashes = new Map(known.rows.map((row) => [row.name, row.hash]))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const applied = []
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    if (hashes.get(name) === hash) continue
    if (hashes.has(name))
      throw new Error(`the migration ${name} was changed after it had been applied`)
    await applyOne(client, { name, text, hash })
    applied.push(name)
  }
  return applied
}

async function applyOne(
  client: pg.Client,
  { name, text, hash }: { name: string; text: string; hash: string },
): Promise<void> {
  try {
    await client.query('begin')
    await client.query("set local lock_timeout = '5s'")
    await client.query(text)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`the migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

/** The server's role writes rows, never tables; of the audit log it can only add to the end. */
async function grant(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(decodeURIComponent(role))
  const { rows } = await client.query<{ isOwner: boolean }>(
    'select current_user = $1 as "isOwner"',
    [decodeURIComponent(role)],
  )
  if (rows[0]?.isOwner) return
  // All at once: at no time could the log be changed by this role.
  await client.query('begin')
  await client.query(`grant usage on schema public, pgboss to ${name}`)
  await client.query(
    `grant select, insert, update, delete on all tables in schema public, pgboss to ${name}`,
  )
  await client.query(`grant execute on all functions in schema pgboss to ${name}`)
  await client.query(`grant execute on function make_audit_partitions() to ${name}`)
  await client.query(`grant usage on all sequences in schema pgboss to ${name}`)
  await client.query(
    `revoke update, delete, truncate on audit_log, audit_sealed, audit_blocks from ${name}`,
  )
  for (const part of await partsOfTheLog(client)) {
    await client.query(`revoke all on ${client.escapeIdentifier(part)} from ${name}`)
  }
  await client.query(`revoke insert, update, delete on migrations from ${name}`)
  await client.query('commit')
}

/** Months in use and months taken away: whoever could write one by its own name could change the log. */
async function partsOfTheLog(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    String.raw`select tablename as name from pg_tables
    where schemaname = 'public' and tablename ~ '^audit_(log|sealed)_(default|\d{4}_\d\d)$'`,
  )
  return rows.map((row) => row.name)
}
