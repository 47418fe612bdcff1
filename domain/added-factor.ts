import type { Origin } from '#server/caller.ts'
import type { Transaction } from '#server/db.ts'
import { recordAudit } from './audit.ts'
import type { Link } from './link.ts'
import { disablePasskey } from './passkey.ts'
import { disableAuthenticator } from './second-factor.ts'

/** Disables the passkey or authenticator that a mail with this link told of. False where it is disabled or gone. */
export async function disableAdded(
  tx: Transaction,
  origin: Origin,
  { userId: targetId, passkeyId, authenticatorId }: Link & { userId: string },
): Promise<boolean> {
  const reason = 'reported'
  const isPasskey = passkeyId !== null && (await disablePasskey(tx, passkeyId))
  if (isPasskey)
    await recordAudit(tx, origin, 'passkey_disabled', { targetId, data: { passkeyId, reason } })
  const isApp = authenticatorId !== null && (await disableAuthenticator(tx, authenticatorId))
  if (isApp) await recordAudit(tx, origin, 'second_factor_disabled', { targetId, data: { reason } })
  return isPasskey || isApp
}
