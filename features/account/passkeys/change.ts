import { isId } from '#contract/fields.ts'
import type { AcceptedPasskeys } from '#contract/accepted-passkeys.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { mailUser } from '#domain/mail.ts'
import { listPasskeys, removePasskey, renamePasskey } from '#domain/passkey.ts'
import { findProofs } from '#domain/step-up.ts'
import { getUser } from '#domain/user.ts'
import { userHandleOf } from '#domain/webauthn.ts'
import type { UserCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db } from '#server/db.ts'

/** Throws 404001 for another user's passkey, like for none. */
export async function renameOwnPasskey(
  db: Db,
  caller: UserCaller,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const before = isId(id) && (await renamePasskey(tx, caller.userId, id, name))
    if (!before) throw new Refusal(commonErrors.notFound)
    const data = { passkeyId: id, before: { name: before }, after: { name } }
    await recordAudit(tx, caller, 'passkey_renamed', { data })
  })
}

/** Refused where nothing would be left that the second step of a login takes. Returns what is left. */
export async function removeOwnPasskey(
  db: Db,
  caller: UserCaller,
  id: string,
): Promise<AcceptedPasskeys> {
  const { userId } = caller
  return transaction(db, async (tx) => {
    const removed = isId(id) && (await removePasskey(tx, userId, id))
    if (!removed) throw new Refusal(commonErrors.notFound)
    const left = await findProofs(tx, userId)
    if (config.mfaRequired && !left.some((proof) => proof !== 'password'))
      throw new Refusal(errorCodes.lastWayIn)
    const { name: passkey, rpId } = removed
    await mailUser(tx, 'passkey-removed', await getUser(tx, userId), { passkey })
    await recordAudit(tx, caller, 'passkey_removed', { data: { passkeyId: id } })
    const same = (await listPasskeys(tx, userId)).filter(
      (each) => each.rpId === rpId && !each.isDisabled,
    )
    return {
      rpId,
      userHandle: userHandleOf(userId),
      credentialIds: same.map(({ credentialId }) => credentialId.toString('base64url')),
    }
  })
}
