import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { addressesIn } from '#server/address.ts'
import { prepareQueues } from '#server/jobs.ts'
import { connectionOptions } from '#server/primary-host.ts'
import { applyStep, makeList, migrationsFolder, pendingSteps, type Step } from './migrations.ts'
import { queues } from './queues.ts'

// Any number that nothing else in this database takes.
const lockNumber = 7_067_842

type About = { ownerUrl: string; serverUrl: string; folder?: string }

/**
 * Applies migrations/*.sql in order, once each. Two servers that start at once: one applies, the other
 * waits and finds nothing to do. Throws when an applied file has changed. What a newer version has added is left
 * alone: an older server that is started again meanwhile goes on as before.
 */
export async function migrate({ ownerUrl, serverUrl, folder }: About): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const letGo = await becomeTheOnlyOne(ownerUrl)
    try {
      await makeList(client)
      const steps = await pendingSteps(client, folder ?? migrationsFolder)
      for (const step of steps) await applyStep(client, step)
      await prepareQueues(ownerUrl, queues)
      await grant(client, new URL(addressesIn(serverUrl)[0] ?? '').username)
      return steps.map(({ name }) => name)
    } finally {
      await letGo()
    }
  })
}

/** What `migrate` would do. Changes nothing. */
export function pendingMigrations({
  ownerUrl,
  folder = migrationsFolder,
}: Pick<About, 'ownerUrl' | 'folder'>): Promise<Step[]> {
  return withClient(ownerUrl, (client) => pendingSteps(client, folder))
}

/**
 * The lock belongs to a transaction, so that it holds behind a pooler, too; and it is asked for again and again,
 * since a statement that waits for it would hold up an index that is built meanwhile, for ever.
 */
async function becomeTheOnlyOne(ownerUrl: string): Promise<() => Promise<void>> {
  const holder = await connected(ownerUrl)
  const isOurs = async () => {
    await holder.query('begin')
    await holder.query('set local idle_in_transaction_session_timeout = 0')
    // Without parameters: behind those it would keep a view of the rows, and the index would wait for that, too.
    const { rows } = await holder.query<{ held: boolean }>(
      `select pg_try_advisory_xact_lock(${lockNumber}) as held`,
    )
    if (!rows[0]?.held) await holder.query('rollback')
    return rows[0]?.held ?? false
  }
  try {
    while (!(await isOurs())) await wait(100)
  } catch (error) {
    await holder.end()
    throw error
  }
  return () => holder.end()
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connected(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: 5_000 })
  // The statement that is under way is told of it.
  client.on('error', () => undefined)
  await client.connect()
  return client
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
