import type { Proof } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import type { PasskeySettings } from '#server/config-passkeys.ts'
import { scalar, sql, type Db } from '#server/db.ts'
import { hasUsablePasskey } from './passkey.ts'
import { hasFactor } from './second-factor.ts'

/** What an account can show at a step-up authentication: its password only where it has no second factor, usable or not. */
export async function findProofs(
  db: Db,
  userId: string,
  { mode, rpId }: PasskeySettings = config.passkeys.users,
): Promise<Proof[]> {
  const acceptsPasskey = mode === 'off' ? sql`false` : hasUsablePasskey(userId, rpId)
  const found = await scalar<Proof[]>(db)`
    select array_remove(array[
      case when ${acceptsPasskey} then 'passkey' end,
      case when exists (select from second_factors f
                        where f.user_id = ${userId} and f.confirmed_at is not null and f.disabled_at is null)
           then 'otp' end,
      case when not ${hasFactor(userId)} and exists (select from passwords p where p.user_id = ${userId})
           then 'password' end], null)`
  return found ?? []
}
