import { Pool, type QueryResultRow } from 'pg'
import { place } from './place.ts'

let pool: Pool | undefined

/** Runs a statement as the owner of the database, to backdate rows and to check effects in tables. */
export async function executeSql<Row extends QueryResultRow>(
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await database().query<Row>(text, [...values])
  return rows
}

/** Ends the waiting time of an approved request. */
export async function passWaitingTime(approvalId: string): Promise<void> {
  await executeSql('update approvals set not_before = now() where id = $1', [approvalId])
}

/** Allows the current code of the authenticator to be used again. */
export async function forgetUsedCode(accountId: string): Promise<void> {
  await executeSql('update second_factors set last_step = 0 where user_id = $1', [accountId])
}

/** Runs `work` while no other program of the run uses a code of this account. */
export async function withCodesOf<Result>(
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await database().connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [accountId])
    await forgetUsedCode(accountId)
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock_all()')
    client.release()
  }
}

/**
 * Runs `work` while values of a key exist that no server has (`foreign`), or while none exist (`known`), because a worker
 * does not start beside such values.
 */
export async function withKeys<Result>(
  keys: 'foreign' | 'known',
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await database().connect()
  const lock = keys === 'foreign' ? 'pg_advisory_lock' : 'pg_advisory_lock_shared'
  try {
    await client.query(`select ${lock}(hashtextextended('keys', 0))`)
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock_all()')
    client.release()
  }
}

function database(): Pool {
  pool ??= new Pool({
    connectionString: place.environment['DATABASE_OWNER_URL'],
    max: 4,
    allowExitOnIdle: true,
  })
  return pool
}
