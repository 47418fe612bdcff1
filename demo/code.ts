import { Secret, TOTP } from 'otpauth'
import { findPendingFactor, findSecondFactor } from '#domain/second-factor.ts'
import { findAdminByEmail } from '#domain/admin.ts'
import { findUserByEmail } from '#domain/user.ts'
import { db } from '#server/db.ts'

/** Throws a sentence when nobody has the address or has begun to set up an authenticator. */
export async function currentCode(email: string): Promise<string> {
  if (!email) throw new Error('Whose? Use it like this: npm run code -- ada.byron@harbour.example')
  const address = email.trim().toLowerCase()
  const user = (await findUserByEmail(db, address)) ?? (await findAdminByEmail(db, address))
  if (!user) throw new Error(`Nobody here has the address ${email}`)
  const factor = (await findSecondFactor(db, user.id)) ?? (await findPendingFactor(db, user.id))
  if (!factor) throw new Error(`${email} has not begun to set up an authenticator`)
  return new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate()
}
