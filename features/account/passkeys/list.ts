import { adminLogins, userLogins, type LoginArea } from '#domain/sign-in/login.ts'
import { listPasskeys } from '#domain/passkeys/passkey.ts'
import { userHandleOf } from '#domain/passkeys/webauthn.ts'
import type { AdminCaller, UserCaller } from '#server/caller.ts'
import type { Db } from '#server/db.ts'

/** A user or admin who manages their own passkeys. */
export type OwnCaller = UserCaller | AdminCaller
type Owner = { area: LoginArea; accountId: string }

export function ownerOf(caller: OwnCaller): Owner {
  return caller.kind === 'admin'
    ? { area: adminLogins, accountId: caller.adminId }
    : { area: userLogins, accountId: caller.userId }
}

/** Returns the passkeys of an account for their owner. */
export async function listOwnPasskeys(db: Db, { area, accountId }: Owner) {
  const { mode, rpId } = area.passkeys
  const passkeys = await listPasskeys(db, accountId)
  return passkeys.map((each) => ({
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
    userHandle: userHandleOf(accountId),
  }))
}
