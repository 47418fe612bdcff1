import { hash } from 'node:crypto'
import { hostname } from 'node:os'
import pg from 'pg'
import { Refusal } from '#contract/refusal.ts'
import tag, { raw, type RawValue, type Sql } from 'sql-template-tag'
import { config } from './config.ts'
import { memoize } from './memoize.ts'
import { addMissingPartition } from './missing-partition.ts'
import { connectionOptions } from './primary-host.ts'
import { traced } from './traces.ts'

// Counts never exceed 2^53 here, so bigint columns are read as numbers instead of text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool, or a transaction on a pool. */
export type Db = pg.Pool | Follower | Transaction
/** The pool of a follower. `isForPrimary` receives each error and returns true if the primary must be asked instead. */
export type Follower = pg.Pool & { isForPrimary: (error: unknown) => boolean }
export type Transaction = pg.PoolClient & {
  isTransaction: true
  /** True while `keepIf` runs work that it will roll back. */
  isUndone?: boolean
  /** Functions to call after the commit. */
  afterCommit?: (() => void)[]
}

/** Creates a statement; interpolated values become parameters, never text. */
export const sql = tag

/**
 * Returns the SQL expression for the UUID in a text; null if the text is not a UUID. A comparison with it uses the
 * index of an id, which a comparison with `id::text` would not.
 */
export function uuidIn(text: Sql): Sql {
  return sql`case when ${text} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::text::uuid end`
}

/** An always-true condition that makes the statement's commit not wait for the disk: a crash may lose its rows. */
export const withoutDurability = sql`set_config('synchronous_commit', 'off', true) is not null`

/**
 * Returns `withoutDurability` for a statement outside of a transaction. Inside of one, returns an always-true condition
 * without effect, because the setting would apply to the whole transaction.
 */
export function withoutDurabilityAlone(db: Db): Sql {
  return 'isTransaction' in db ? sql`true` : withoutDurability
}

/** The process's pool. Timeouts bound every wait for a connection, a lock or a result. */
export const pool: pg.Pool = createPool(config.databaseUrl, config.databasePool)
export const db: Db = pool

/** Creates a pool with timeouts for every wait. `overrides` replace its options. */
export function createPool(url: string, max: number, overrides: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 15_000,
    ...(config.databasePrepare && {
      statement_timeout: 10_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 10_000,
    }),
    // Read by `poolFault` at startup, to compute how many connections all processes may open.
    application_name: `portico ${process.pid}@${hostname().slice(0, 40)} ${max}`,
    keepAlive: true,
    // So that a dead connection is detected within half a minute instead of hours.
    keepAliveInitialDelayMillis: 10_000,
    ...overrides,
  })
  // Without listeners, a connection that breaks while idle or between two statements would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A function for tagged templates. Values become parameters; fragments made with `sql` are inserted as text. */
type Statement<Result> = (text: readonly string[], ...values: RawValue[]) => Promise<Result>

/** Runs a statement, as in rows(db)`select …`. Returns its rows, with column names in camel case. */
export function rows<Row>(db: Db): Statement<Row[]> {
  return async (text, ...values) => {
    const result = await query(db, sql(text, ...values))
    const names = result.fields.map((field) => camelCase(field.name))
    return result.rows.map((cells: unknown[]) => {
      const record: Record<string, unknown> = {}
      for (const [index, name] of names.entries()) record[name] = cells[index]
      return record as Row
    })
  }
}

/** Runs a statement. Returns its first row, or undefined. */
export function row<Row>(db: Db): Statement<Row | undefined> {
  return async (text, ...values) => (await rows<Row>(db)(text, ...values))[0]
}

/** Runs a statement. Returns the first column of its rows. */
export function scalars<Value>(db: Db): Statement<Value[]> {
  return async (text, ...values) =>
    (await query(db, sql(text, ...values))).rows.map(([value]) => value as Value)
}

/** Runs a statement. Returns the first column of its first row, or undefined. */
export function scalar<Value>(db: Db): Statement<Value | undefined> {
  return async (text, ...values) => (await scalars<Value>(db)(text, ...values))[0]
}

/** Runs a statement. Returns the number of rows that it affected. */
export function run(db: Db): Statement<number> {
  return async (text, ...values) => (await query(db, sql(text, ...values))).rowCount ?? 0
}

/** Runs a statement. Returns true if it affected or returned a row. */
export function affects(db: Db): Statement<boolean> {
  return async (text, ...values) => (await run(db)(text, ...values)) > 0
}

// Because a transaction pooler rejects settings per connection, each transaction sets its own timeouts.
const begin = config.databasePrepare
  ? 'begin'
  : `begin; set local statement_timeout = '10s'; set local lock_timeout = '5s';
     set local idle_in_transaction_session_timeout = '10s'`

const maxAttempts = 3

/**
 * Runs `work` in a transaction: commits, or rolls back if it throws. Inside another transaction, joins that one. `work`
 * must change nothing but the database, because it is retried up to twice after a deadlock (decision 127) or if the audit
 * log lacked a partition.
 */
export async function transaction<Result>(
  db: Db,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if ('isTransaction' in db) return work(db)
  return withPrimaryFallback(db, async (target) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(target, work)
      } catch (error) {
        if (attempt === maxAttempts) throw error
        if (!isDeadlock(error) && !(await addMissingPartition(pool, error))) throw error
      }
    }
  })
}

/**
 * Asks the follower, and then the primary if the follower fails: it may be unreachable, or lack a table that has just
 * been created by a migration.
 */
async function withPrimaryFallback<D extends Db, Result>(
  db: D,
  ask: (db: D | pg.Pool) => Promise<Result>,
): Promise<Result> {
  if (!('isForPrimary' in db)) return ask(db)
  try {
    return await ask(db)
  } catch (error) {
    if (error instanceof Refusal || !db.isForPrimary(error)) throw error
    return ask(pool)
  }
}

async function runOnce<Result>(
  db: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const tx: Transaction = Object.assign(await db.connect(), { isTransaction: true as const })
  let isBroken = false
  try {
    await tx.query(begin)
    const result = await work(tx)
    await commit(tx)
    for (const callback of tx.afterCommit ?? []) callback()
    return result
  } catch (error) {
    isBroken = isLost(error) || !(await tx.query('rollback').catch(() => undefined))
    throw error
  } finally {
    // The pool reuses the object.
    delete tx.isUndone
    delete tx.afterCommit
    delete (tx as { isTransaction?: true }).isTransaction
    tx.release(isBroken)
  }
}

/**
 * Commits a transaction. Throws if PostgreSQL has rolled it back instead, which it answers without an error if the work
 * has ignored the error of a statement.
 */
async function commit(tx: Transaction): Promise<void> {
  const { command } = await tx.query('commit')
  if (command !== 'COMMIT')
    throw new Error('the transaction was rolled back, because an error in it was ignored')
}

/** Runs `work` immediately, or inside a transaction after its commit. `work` must not throw. */
export function onceCommitted(db: Db, work: () => void): void {
  if ('isTransaction' in db) (db.afterCommit ??= []).push(work)
  else work()
}

/** Always runs `work`, so that timing is constant. Rolls back its writes to a savepoint unless `isKept`. */
export async function keepIf<Result>(
  tx: Transaction,
  isKept: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const isInsideUndone = tx.isUndone ?? false
  await tx.query('savepoint work')
  tx.isUndone = isInsideUndone || !isKept
  const result = await work().finally(() => (tx.isUndone = isInsideUndone))
  await tx.query(`${isKept ? '' : 'rollback to savepoint work;'} release savepoint work`)
  return result
}

/** Runs `work` in a savepoint. If it throws, rolls back its writes and rethrows; the transaction can continue. */
export async function savepoint<Result>(
  tx: Transaction,
  work: () => Promise<Result>,
): Promise<Result> {
  await tx.query('savepoint attempt')
  try {
    const result = await work()
    await tx.query('release savepoint attempt')
    return result
  } catch (error) {
    await tx.query('rollback to savepoint attempt; release savepoint attempt')
    throw error
  }
}

/** Returns the name of the unique index that a statement violated; undefined for any other error. */
export function violatedIndex(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01'
}

/** Returns true if the connection must be discarded: the query timed out, or the server is now a standby (25006). */
function isLost(error: unknown): boolean {
  const { message, code } = error as { message?: string; code?: string }
  return message === 'Query read timeout' || code === '25006'
}

const statementName = memoize((text) => hash('sha256', text, 'base64url').slice(0, 24))

function query(db: Db, { text, values }: Sql): Promise<pg.QueryArrayResult> {
  const name = config.databasePrepare && { name: statementName(text) }
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) }
  return traced('database', { attributes, kind: 'CLIENT' }, () =>
    withPrimaryFallback(db, async (target) => {
      const ask = () => target.query({ text, values, rowMode: 'array', ...name })
      if ('isTransaction' in target) return ask()
      return ask().catch(async (error: unknown) => {
        if (await addMissingPartition(pool, error)) return ask()
        throw error
      })
    }),
  )
}

/** Converts a column name to camel case: `actor_kind` becomes `actorKind`. */
const camelCase = memoize((name) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
)

/** The number of rows that one statement of a purge deletes: few enough that it holds its locks only briefly. */
export const batchSize = 1_000
const maxBatches = 1_000

/** Deletes batches until one is not full, at most a thousand. Returns the total number of rows. */
export async function runInBatches(deleteBatch: () => Promise<number>): Promise<number> {
  let total = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const count = await deleteBatch()
    total += count
    if (count < batchSize) break
  }
  return total
}

/**
 * Creates a function that deletes the expired rows of a table in batches and returns their number. `lock` is a locking
 * clause, such as `for update skip locked`.
 */
export function purgeOf(table: string, isExpired: Sql, lock = sql``): (db: Db) => Promise<number> {
  const name = raw(table)
  const batch = sql`
    delete from ${name} where ctid = any(array(
      select ctid from ${name} where ${isExpired} limit ${batchSize} ${lock}))`
  return (db) => runInBatches(() => run(db)`${batch}`)
}
