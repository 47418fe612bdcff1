import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import type { Db } from '#server/db.ts'
import { findUser, type User } from './user.ts'

/** A user of this company. Throws 404001 alike for one of another company, an unknown id and text that is none. */
export async function requireColleague(db: Db, partnerId: string, id: string): Promise<User> {
  const user = isId(id) ? await findUser(db, id) : undefined
  if (user?.partnerId !== partnerId) throw new Refusal(commonErrors.notFound)
  return user
}
