import type { Sql } from 'sql-template-tag'
import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { sql, type Db } from '#server/db.ts'
import { findUser, type User } from './user.ts'

/** A user of this company. Throws 404001 alike for one of another company, an unknown id and text that is none. */
export async function requireColleague(db: Db, partnerId: string, id: string): Promise<User> {
  const user = isId(id) ? await findUser(db, id) : undefined
  if (user?.partnerId !== partnerId) throw new Refusal(commonErrors.notFound)
  return user
}

/** For statements: the name of the user of a company in a column such as `given_by` (domain/audit.ts `actorText`); null for anybody else. */
export function colleagueIn(column: Sql, partnerId: Sql): Sql {
  // By the id alone: a large company has many users whom another index would be searched for.
  return sql`(
    select case when c.partner_id = ${partnerId} then c.firstname || ' ' || c.lastname end from users c
    where c.id = substring(${column} from '^user:([0-9a-f-]{36})$')::uuid)`
}
