import type { Origin } from '#server/caller.ts'
import type { Transaction } from '#server/db.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Link } from '../sign-in/link.ts'
import { disablePasskey } from '../passkeys/passkey.ts'
import { disableAuthenticator } from './second-factor.ts'

/**
 * Disables the passkey or authenticator that the user was emailed about with this link, and records it. Returns false
 * if it was already disabled or removed.
 */
export async function disableAddedFactor(
  tx: Transaction,
  origin: Origin,
  { userId: targetId, passkeyId, authenticatorId }: Link & { userId: string },
): Promise<boolean> {
  const reason = 'reported'
  const isPasskeyDisabled = passkeyId !== null && (await disablePasskey(tx, passkeyId))
  if (isPasskeyDisabled)
    await recordAudit(tx, origin, 'passkey_disabled', { targetId, data: { passkeyId, reason } })
  const isAppDisabled =
    authenticatorId !== null && (await disableAuthenticator(tx, authenticatorId))
  if (isAppDisabled)
    await recordAudit(tx, origin, 'second_factor_disabled', { targetId, data: { reason } })
  return isPasskeyDisabled || isAppDisabled
}
