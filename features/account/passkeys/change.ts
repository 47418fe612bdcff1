import { isId } from '#contract/fields.ts'
import type { AcceptedPasskeys } from '#contract/accepted-passkeys.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { listPasskeys, removePasskey, renamePasskey } from '#domain/passkeys/passkey.ts'
import { findProofs } from '#domain/sessions/step-up.ts'
import { userHandleOf } from '#domain/passkeys/webauthn.ts'
import { config } from '#server/config.ts'
import { transaction, type Db } from '#server/db.ts'
import { ownerOf, type OwnCaller } from './list.ts'

/** Renames a passkey. Throws 404001 for an unknown id and for a passkey of another account. */
export async function renameOwnPasskey(
  db: Db,
  caller: OwnCaller,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { accountId } = ownerOf(caller)
  await transaction(db, async (tx) => {
    const formerName = isId(id) && (await renamePasskey(tx, accountId, id, name))
    if (!formerName) throw new Refusal(commonErrors.notFound)
    const data = { passkeyId: id, before: { name: formerName }, after: { name } }
    await recordAudit(tx, caller, 'passkey_renamed', { data })
  })
}

/**
 * Removes a passkey. Throws `lastWayIn` if the account requires a second factor and none would remain. Returns the
 * remaining working passkeys of the same host.
 */
export async function removeOwnPasskey(
  db: Db,
  caller: OwnCaller,
  id: string,
): Promise<AcceptedPasskeys> {
  const { area, accountId } = ownerOf(caller)
  const { kind, passkeys } = area
  return transaction(db, async (tx) => {
    const removed = isId(id) && (await removePasskey(tx, accountId, id))
    if (!removed) throw new Refusal(commonErrors.notFound)
    // Checked after the removal, which the error below rolls back.
    const proofs = await findProofs(tx, accountId, passkeys)
    const needsFactor = kind === 'admin' || config.mfaRequired
    const hasFactor = proofs.some((proof) => proof !== 'password')
    if (needsFactor && !hasFactor) throw new Refusal(errorCodes.lastWayIn)
    const { name: passkey, rpId } = removed
    const account = await area.findAccount(tx, { id: accountId }, caller)
    if (account) await mailUser(tx, 'passkey-removed', account, { passkey })
    await recordAudit(tx, caller, 'passkey_removed', { data: { passkeyId: id } })
    const remaining = (await listPasskeys(tx, accountId)).filter(
      (each) => each.rpId === rpId && !each.isDisabled,
    )
    return {
      rpId,
      userHandle: userHandleOf(accountId),
      credentialIds: remaining.map(({ credentialId }) => credentialId.toString('base64url')),
    }
  })
}
