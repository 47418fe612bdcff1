import type { Sql } from 'sql-template-tag'
import { run, scalar, type Db, type Transaction } from '#server/db.ts'

/** Placeholder for the id of an account that does not exist: statements with it match no row. */
export const placeholderId = '00000000-0000-0000-0000-000000000000'

/**
 * Runs `insert`, which adds a user or an admin and returns the id, and adds the account that holds the password and
 * second factor. Returns the id, or undefined if `insert` added no row. One statement.
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

/**
 * Erases a user's account: deletes the row, which cascades to every table with a foreign key to it. Then adds an empty
 * account with the same id, because audit rows, which have no foreign key, are kept and still contain the id.
 */
export async function eraseAccount(tx: Transaction, id: string): Promise<void> {
  await run(tx)`delete from accounts where id = ${id} and kind = 'user'`
  await run(tx)`insert into accounts (id, kind) values (${id}, 'user')`
}
