import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { findUser, type User } from '#domain/user.ts'
import type { Db } from '#server/db.ts'

/** The person of an id. What is no id, an admin's and one that does not exist answer alike. */
export async function requireUser(db: Db, id: string): Promise<User> {
  const user = isId(id) ? await findUser(db, id) : undefined
  if (!user) throw new Refusal(commonErrors.notFound)
  return user
}
