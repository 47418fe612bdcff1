import type { Sql } from 'sql-template-tag'
import { run, scalar, type Db, type Transaction } from '#server/db.ts'

/** The id of no account: statements about it find nothing. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Adds a user or an admin, and the account that their password and second factor belong to. `insert` returns
 * the id of the new row; undefined when it added none.
 */
export function addWithAccount(
  db: Db,
  kind: 'user' | 'admin',
  insert: Sql,
): Promise<string | undefined> {
  return scalar<string>(db)`
    with added as (${insert})
    insert into accounts (id, kind) select id, ${kind}::text from added returning id`
}

/** Deletes an account with everything that refers to it, and keeps its id, which audit rows refer to. */
export async function eraseAccount(tx: Transaction, id: string): Promise<void> {
  await run(tx)`delete from accounts where id = ${id} and kind = 'user'`
  await run(tx)`insert into accounts (id, kind) values (${id}, 'user')`
}
