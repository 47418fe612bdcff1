import { Secret, TOTP } from 'otpauth'
import { findPendingFactor, findSecondFactor } from '#domain/credentials/second-factor.ts'
import { findAdminByEmail } from '#domain/accounts/admin.ts'
import { findUserByEmail } from '#domain/accounts/user.ts'
import { db, scalar } from '#server/db.ts'

/** Returns the current one-time code of a user or admin. Throws if there is no account or no authenticator app. */
export async function currentCode(email: string): Promise<string> {
  const address = email.trim().toLowerCase()
  const user = (await findUserByEmail(db, address)) ?? (await findAdminByEmail(db, address))
  if (!user) throw new Error(`There is no account with the email ${email}`)
  const attemptId = await scalar<string>(db)`
    select id from login_attempts where user_id = ${user.id} and not is_decoy order by created_at desc limit 1`
  const factor =
    (await findSecondFactor(db, user.id)) ??
    (attemptId && (await findPendingFactor(db, user.id, attemptId)))
  if (!factor) throw new Error(`${email} has not begun to set up an authenticator app`)
  return new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate()
}
