import type { Sql } from 'sql-template-tag'
import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { fullNameIn } from '../accounts/full-name.ts'
import { sql, type Db } from '#server/db.ts'
import { findUser, type User } from '../accounts/user.ts'

/**
 * Returns a user of the company. Throws 404001 for an unknown or malformed id, and for a user of another company, so
 * that the three cases cannot be distinguished.
 */
export async function requireColleague(db: Db, partnerId: string, id: string): Promise<User> {
  const user = isId(id) ? await findUser(db, id) : undefined
  if (user?.partnerId !== partnerId) throw new Refusal(commonErrors.notFound)
  return user
}

/**
 * Returns the SQL expression for the name of the user in a column such as `given_by` (domain/audit/audit.ts `actorText`);
 * null for actors other than users of the company.
 */
export function nameOfColleagueIn(column: Sql, partnerId: Sql): Sql {
  // Filters by the id alone; with a condition on the company, the planner might scan all users of a large company.
  return sql`(
    select case when c.partner_id = ${partnerId} then ${fullNameIn(sql`c`)} end from users c
    where c.id = substring(${column} from '^user:([0-9a-f-]{36})$')::uuid)`
}
