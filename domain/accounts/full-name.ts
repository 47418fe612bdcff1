import type { Sql } from 'sql-template-tag'
import { hanName } from '#contract/full-name.ts'
import { sql } from '#server/db.ts'

/** Returns the SQL expression of a full name, like `nameOf` of the contract; `table` is the name or alias of the table. */
export function fullNameIn(table: Sql): Sql {
  return sql`case when (${table}.lastname || ${table}.firstname) ~ ${hanName}
    then ${table}.lastname || ${table}.firstname else ${table}.firstname || ' ' || ${table}.lastname end`
}
