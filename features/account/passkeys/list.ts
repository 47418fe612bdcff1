import { listPasskeys } from '#domain/passkey.ts'
import { userHandleOf } from '#domain/webauthn.ts'
import { config } from '#server/config.ts'
import type { Db } from '#server/db.ts'

/** The passkeys of a user, as they see them. */
export async function listOwnPasskeys(db: Db, userId: string) {
  const { mode, rpId } = config.passkeys.users
  const known = await listPasskeys(db, userId)
  return known.map((each) => ({
    id: each.id,
    name: each.name,
    createdAt: each.createdAt,
    lastUsedAt: each.lastUsedAt,
    synced: each.backupEligible,
    backedUp: each.backedUp,
    current: mode !== 'off' && each.rpId === rpId && !each.isDisabled,
    disabled: each.isDisabled,
    rpId: each.rpId,
    credentialId: each.credentialId.toString('base64url'),
    userHandle: userHandleOf(userId),
  }))
}
