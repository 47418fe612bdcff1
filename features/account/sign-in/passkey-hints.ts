import type { AcceptedPasskeys } from '#contract/accepted-passkeys.ts'
import type { LoginArea } from '#domain/sign-in/login.ts'
import { userHandleOf } from '#domain/passkeys/webauthn.ts'
import { row, type Db } from '#server/db.ts'

/** Time after which a declined offer is repeated. */
const offerInterval = '30 days'

type Hints = { passkeys?: AcceptedPasskeys; offersPasskey?: boolean }

/**
 * Returns the passkey hints for the page after a login: the accepted passkeys, and whether the page may offer to add a
 * passkey (never to admins).
 */
export async function passkeyHintsOf(
  db: Db,
  { passkeys: { mode, rpId } }: LoginArea,
  accountId: string,
): Promise<Hints> {
  if (mode === 'off') return {}
  const hints = await row<{ ids: Buffer[]; offersPasskey: boolean }>(db)`
    select array(select credential_id from passkeys
                 where user_id = ${accountId} and rp_id = ${rpId} and disabled_at is null) as ids,
           exists (select from users
                   where id = ${accountId}
                     and coalesce(passkey_asked_at, '-infinity') < now() - ${offerInterval}::interval) as offers_passkey`
  if (!hints) return {}
  const { ids, offersPasskey } = hints
  const credentialIds = ids.map((id) => id.toString('base64url'))
  const passkeys = { rpId, userHandle: userHandleOf(accountId), credentialIds }
  return { passkeys, offersPasskey }
}
