import { createHash } from 'node:crypto'
import pg from 'pg'
import tag, { type Sql } from 'sql-template-tag'
import { config } from './config.ts'
import { connectionOptions } from './primary-host.ts'
import { isTracing, traced } from './traces.ts'

// A count never passes 2^53 here; as text it would surprise every reader.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The pool, or one transaction on it: nouns take either and do not care. */
export type Db = pg.Pool | Transaction
export type Transaction = pg.PoolClient & { isTransaction: true }

/** Values become parameters, never text of the statement. */
export const sql = tag

/** Every wait is bounded: for a connection, for a lock, for an answer. */
export const db: Db = createPool(config.databaseUrl, config.databasePool)

export function createPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 15_000,
    ...(config.prepareStatements && {
      statement_timeout: 10_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 10_000,
    }),
    application_name: 'portico',
    keepAlive: true,
    // A line that is dead without a word is found out within half a minute, not in hours.
    keepAliveInitialDelayMillis: 10_000,
  })
  // A connection that breaks while idle is replaced, one that breaks between two statements fails the next;
  // without a listener either would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** How the connections are used just now. */
export function poolState(): { total: number; idle: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = db as pg.Pool
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

/** The rows of a statement, their columns in camel case. */
export async function rows<Row>(db: Db, statement: Sql): Promise<Row[]> {
  const result = await query(db, statement)
  const names = result.fields.map((field) => camelCase(field.name))
  return result.rows.map((values: unknown[]) => {
    const one: Record<string, unknown> = {}
    for (const [index, name] of names.entries()) one[name] = values[index]
    return one as Row
  })
}

/** The first row of a statement, if there is one. */
export async function row<Row>(db: Db, statement: Sql): Promise<Row | undefined> {
  const [first] = await rows<Row>(db, statement)
  return first
}

/** Runs a statement; how many rows it touched. */
export async function run(db: Db, statement: Sql): Promise<number> {
  const result = await query(db, statement)
  return result.rowCount ?? 0
}

/** A pooler by transactions takes no settings for a connection: there each transaction brings its own. */
const begin = config.prepareStatements
  ? 'begin'
  : `begin; set local statement_timeout = '10s'; set local lock_timeout = '5s';
     set local idle_in_transaction_session_timeout = '10s'`

/** All of the work or nothing of it. Inside another transaction it is part of that one. */
export async function transaction<Result>(
  db: Db,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if ('isTransaction' in db) return work(db)
  const client = await (db as pg.Pool).connect()
  const tx = Object.assign(client, { isTransaction: true as const })
  try {
    await client.query(begin)
    const result = await work(tx)
    await client.query('commit')
    release(tx)
    return result
  } catch (error) {
    const isBroken =
      isLost(error) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ))
    release(tx, isBroken)
    throw error
  }
}

/** The name of the unique index that a statement ran into, if that is what went wrong. */
export function violatedIndex(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}

/** Without an answer nothing more can be asked; and what has become a standby takes no writes. */
function isLost(error: unknown): boolean {
  const { message, code } = error as { message?: string; code?: string }
  return message === 'Query read timeout' || code === '25006'
}

function release(tx: Transaction, isBroken = false): void {
  delete (tx as { isTransaction?: true }).isTransaction
  tx.release(isBroken)
}

const statementNames = new Map<string, string>()

function query(db: Db, { text, values }: Sql): Promise<pg.QueryArrayResult> {
  if (!isTracing()) return ask(db, text, values)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) }
  return traced('database', { attributes, kind: 'client' }, () => ask(db, text, values))
}

function ask(db: Db, text: string, values: unknown[]): Promise<pg.QueryArrayResult> {
  return db.query({
    text,
    values,
    rowMode: 'array',
    ...(config.prepareStatements && { name: statementName(text) }),
  })
}

function statementName(text: string): string {
  const known = statementNames.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  statementNames.set(text, name)
  return name
}

const camelCaseNames = new Map<string, string>()

function camelCase(name: string): string {
  const known = camelCaseNames.get(name)
  if (known) return known
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  camelCaseNames.set(name, camel)
  return camel
}
