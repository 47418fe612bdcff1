import type { Sql } from 'sql-template-tag'
import { row, sql, type Db } from '#server/db.ts'

/**
 * Adds a person or an admin together with the account on which her password and second factor hang. `insert`
 * returns the id of what it added; undefined when it added nothing.
 */
export async function addWithAccount(
  db: Db,
  kind: 'user' | 'admin',
  insert: Sql,
): Promise<string | undefined> {
  const added = await row<{ id: string }>(
    db,
    sql`
    with added as (${insert})
    insert into accounts (id, kind) select id, ${kind}::text from added returning id`,
  )
  return added?.id
}
