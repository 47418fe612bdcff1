import type { Proof } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import type { PasskeySettings } from '#server/config-passkeys.ts'
import { scalar, sql, type Db } from '#server/db.ts'
import { hasUsablePasskey } from '../passkeys/passkey.ts'
import { hasFactor } from '../credentials/second-factor.ts'

/**
 * Returns the proofs that an account can use for step-up authentication. The password alone is a proof only if the
 * account has no second factor, not even an unusable one. If two factors are required, password and code are one proof,
 * and a synced passkey is none with `PASSKEY_SYNCED=deny` (decision 0095).
 */
export async function findProofs(
  db: Db,
  userId: string,
  { mode, rpId }: PasskeySettings = config.passkeys.users,
): Promise<Proof[]> {
  const requiresTwoFactors = config.stepUpFactors === 2
  const ofDevice = requiresTwoFactors && config.passkeySynced === 'deny'
  const acceptsPasskey = mode === 'off' ? sql`false` : hasUsablePasskey(userId, rpId, { ofDevice })
  const hasPassword = sql`exists (select from passwords p where p.user_id = ${userId})`
  const proofs = await scalar<Proof[]>(db)`
    select array_remove(array[
      case when ${acceptsPasskey} then 'passkey' end,
      case when exists (select from second_factors f
                        where f.user_id = ${userId} and f.confirmed_at is not null and f.disabled_at is null)
                and (${!requiresTwoFactors}::boolean or ${hasPassword})
           then ${requiresTwoFactors ? 'password-otp' : 'otp'}::text end,
      case when ${!requiresTwoFactors}::boolean and not ${hasFactor(userId)} and ${hasPassword}
           then 'password' end], null)`
  return proofs ?? []
}

/** Returns true if the proofs include a code, alone or with the password. */
export function hasCode(proofs: readonly Proof[]): boolean {
  return proofs.includes('otp') || proofs.includes('password-otp')
}
