import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { addressesIn, connectionOptions } from '#server/primary-host.ts'
import { prepareQueues } from '#server/jobs.ts'
import {
  applyMigration,
  createMigrationsTable,
  findPendingMigrations,
  type Migration,
} from './migrations.ts'
import { queues } from './queues.ts'

// An advisory lock that nothing else in this database uses.
const lockNumber = 7_067_842

type Target = { ownerUrl: string; serverUrl: string; folder?: string }

/**
 * Applies migrations/*.sql in order, once each, and grants the server's role its rights. Of two servers that start
 * at the same time one migrates and the other waits. Migrations of a newer version are ignored, so an older server
 * can still start. Returns the names applied. Throws when an applied file was changed.
 */
export async function migrate({ ownerUrl, serverUrl, folder }: Target): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const unlock = await lockMigrations(ownerUrl)
    try {
      await createMigrationsTable(client)
      const pending = await findPendingMigrations(client, folder)
      for (const migration of pending) await applyMigration(client, migration)
      await prepareQueues(ownerUrl, queues)
      await grantRights(client, new URL(addressesIn(serverUrl)[0] ?? '').username)
      return pending.map(({ name }) => name)
    } finally {
      await unlock()
    }
  })
}

/** Throws unless `migrate` has prepared the database for this version. Needs only the server's role. */
export async function requireMigrated(serverUrl: string): Promise<void> {
  const missing = await withClient(serverUrl, async (client) => {
    const pending = await findPendingMigrations(client)
    if (pending.length > 0) return pending
    const { rows } = await client.query<{ name: string }>('select name from pgboss.queue')
    return queues.filter((queue) => !rows.some(({ name }) => name === queue.name))
  })
  if (missing.length === 0) return
  throw new Error(
    `The database lacks ${missing.map(({ name }) => name).join(', ')}. In production no server migrates: ` +
      'run `node app/commands/main.ts migrate` with DATABASE_OWNER_URL, then start the servers.',
  )
}

/** Lists what `migrate` would apply. Changes nothing. */
export function pendingMigrations({ ownerUrl }: Target): Promise<Migration[]> {
  return withClient(ownerUrl, (client) => findPendingMigrations(client))
}

/**
 * A transaction's lock, because a pooler would not keep a session's. It is polled: a statement that waits for the lock
 * would block `create index concurrently` for ever.
 */
async function lockMigrations(ownerUrl: string): Promise<() => Promise<void>> {
  const holder = await connect(ownerUrl)
  const tryLock = async () => {
    await holder.query('begin')
    await holder.query('set local idle_in_transaction_session_timeout = 0')
    // Without parameters: an extended query keeps a snapshot, for which a concurrent index build would wait.
    const { rows } = await holder.query<{ held: boolean }>(
      `select pg_try_advisory_xact_lock(${lockNumber}) as held`,
    )
    if (!rows[0]?.held) await holder.query('rollback')
    return rows[0]?.held ?? false
  }
  try {
    while (!(await tryLock())) await wait(100)
  } catch (error) {
    await holder.end()
    throw error
  }
  return () => holder.end()
}

async function withClient<R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = await connect(url)
  return work(client).finally(() => client.end())
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: 5_000 })
  // The running query reports the error.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The server's role writes rows, never tables, and can only append to the audit log. */
async function grantRights(client: pg.Client, username: string): Promise<void> {
  const role = decodeURIComponent(username)
  const name = client.escapeIdentifier(role)
  const { rowCount } = await client.query('select where current_user = $1', [role])
  if (rowCount === 1) return
  // One transaction: at no moment can this role change the audit log.
  await client.query(`
    begin;
    grant usage on schema public, pgboss to ${name};
    grant select, insert, update, delete on all tables in schema public, pgboss to ${name};
    grant execute on all functions in schema pgboss to ${name};
    grant execute on function make_audit_partitions() to ${name};
    grant usage on all sequences in schema pgboss to ${name};
    revoke update, delete, truncate on audit_log, audit_sealed, audit_blocks from ${name};
    revoke insert, update, delete on migrations from ${name}`)
  for (const part of await listAuditPartitions(client)) {
    await client.query(`revoke all on ${client.escapeIdentifier(part)} from ${name}`)
  }
  await client.query('commit')
}

/** Attached and detached months: a right on one of them would allow changes to the log. */
async function listAuditPartitions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    String.raw`select tablename as name from pg_tables
    where schemaname = 'public' and tablename ~ '^audit_(log|sealed)_(default|\d{4}_\d\d)$'`,
  )
  return rows.map((row) => row.name)
}
