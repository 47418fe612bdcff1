import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { addressesIn, connectionOptions } from '#server/primary-host.ts'
import { prepareQueues } from '#server/jobs.ts'
import { countTableRows, describeSize } from './migration-size.ts'
import {
  applyMigration,
  createMigrationsTable,
  findPendingMigrations,
  type Migration,
} from './migrations.ts'
import { queues } from './registry/queues.ts'

// An advisory lock that nothing else in this database uses.
const lockNumber = 7_067_842

type Target = {
  ownerUrl: string
  serverUrl: string
  /** Folder of the migrations. Default: migrations/. */
  folder?: string
  /** Called once if another process is migrating and this one waits for it. */
  onWait?: () => void
}

/** A migration with a description of its tables' rows; undefined if it names no existing table. */
export type PendingMigration = Migration & { size: string | undefined }

/**
 * Applies migrations/*.sql in order, each once, and grants the server's role its rights. Returns the names of the
 * applied files. If two servers start concurrently, one migrates and the other waits. Ignores migrations of a newer
 * version, so that an older server can still start. Throws if one of them has removed what this version reads, if an
 * applied file was changed, or if the database was created before the baseline.
 */
export async function migrate({ ownerUrl, serverUrl, folder, onWait }: Target): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const unlock = await lockMigrations(ownerUrl, onWait)
    try {
      await createMigrationsTable(client)
      const pending = await findPendingMigrations(client, folder)
      const role = decodeURIComponent(new URL(addressesIn(serverUrl)[0] ?? '').username)
      for (const migration of pending)
        await applyMigration(client, migration, () => grantTables(client, role))
      await prepareQueues(ownerUrl, queues)
      await grantRights(client, role)
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
    const existing = new Set(rows.map(({ name }) => name))
    return Object.keys(queues)
      .filter((name) => !existing.has(name))
      .map((name) => ({ name }))
  })
  if (missing.length === 0) return
  throw new Error(
    `The database lacks ${missing.map(({ name }) => name).join(', ')}. In production, servers do not migrate: ` +
      'run `node app/commands/main.ts migrate` with DATABASE_OWNER_URL, then start the servers.',
  )
}

/** Lists what `migrate` would apply, each with the size of its tables. Changes nothing. */
export function pendingMigrations({ ownerUrl, folder }: Target): Promise<PendingMigration[]> {
  return withClient(ownerUrl, async (client) => {
    const pending = await findPendingMigrations(client, folder)
    const tableRows = await countTableRows(client)
    return pending.map((each) => ({ ...each, size: describeSize(each, tableRows) }))
  })
}

/**
 * Locks the migrations and returns a function that unlocks them. Uses a transaction-level lock, because a pooler would
 * not keep a session-level one. Polls, because a statement that waits for the lock would block `create index
 * concurrently` forever.
 */
async function lockMigrations(ownerUrl: string, onWait?: () => void): Promise<() => Promise<void>> {
  const holder = await connect(ownerUrl)
  const tryLock = async () => {
    await holder.query('begin')
    // The transaction is idle while the migrations run.
    await holder.query('set local idle_in_transaction_session_timeout = 0')
    // Without parameters: an extended query keeps a snapshot, and a concurrent index build would wait for it to end.
    const { rows } = await holder.query<{ held: boolean }>(
      `select pg_try_advisory_xact_lock(${lockNumber}) as held`,
    )
    if (!rows[0]?.held) await holder.query('rollback')
    return rows[0]?.held ?? false
  }
  try {
    for (let attempt = 1; !(await tryLock()); attempt += 1) {
      if (attempt === 1) onWait?.()
      await wait(100)
    }
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

async function grantRights(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  await client.query('begin')
  await grantTables(client, role)
  if (!(await isCurrentRole(client, role)))
    await client.query(`
      grant usage on schema pgboss to ${name};
      grant select, insert, update, delete on all tables in schema pgboss to ${name};
      grant execute on all functions in schema pgboss to ${name};
      grant usage on all sequences in schema pgboss to ${name}`)
  await client.query('commit')
}

/**
 * Grants the server's role its rights on the tables: it writes rows, never changes tables, and can only append to the
 * audit log. Call it in a transaction, so that the role can at no moment change the audit log, or lack a new table that
 * a new trigger reads.
 */
async function grantTables(client: pg.Client, role: string): Promise<void> {
  if (await isCurrentRole(client, role)) return
  const name = client.escapeIdentifier(role)
  await client.query(`
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant execute on function make_audit_partitions() to ${name};
    revoke update, delete, truncate on audit_log, audit_sealed, audit_blocks from ${name};
    revoke insert, update, delete on migrations from ${name}`)
  for (const partition of await listAuditPartitions(client)) {
    await client.query(`revoke all on ${client.escapeIdentifier(partition)} from ${name}`)
  }
}

async function isCurrentRole(client: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query('select where current_user = $1', [role])
  return rowCount === 1
}

/** Lists the audit log's partitions, attached and detached: a right on one of them would allow changes to the log. */
async function listAuditPartitions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    String.raw`select tablename as name from pg_tables
    where schemaname = 'public' and tablename ~ '^audit_(log|sealed)_(default|\d{4}_\d\d(_\d\d)?)$'`,
  )
  return rows.map((row) => row.name)
}
