import { declinePasskeyOffer } from '#domain/accounts/user.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

export async function declineOffer(db: Db, caller: UserCaller): Promise<void> {
  await transaction(db, async (tx) => {
    await declinePasskeyOffer(tx, caller.userId)
    await recordAudit(tx, caller, 'passkey_declined')
  })
}
