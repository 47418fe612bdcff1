import { findPassword, matchPassword, type MatchingPassword } from '#domain/credentials/password.ts'
import type { Db } from '#server/db.ts'

/** Returns the user's current password if `password` is correct; undefined otherwise. */
export async function findMatchingPassword(
  db: Db,
  userId: string | undefined,
  password: string,
): Promise<MatchingPassword | undefined> {
  return matchPassword(db, await findPassword(db, userId), password)
}
