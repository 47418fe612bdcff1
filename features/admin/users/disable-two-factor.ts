import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { endAccess } from '#domain/login.ts'
import { mailUser } from '#domain/mail.ts'
import { disablePasskeyOf } from '#domain/passkey.ts'
import { disableSecondFactors } from '#domain/second-factor.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { requireUser } from './list.ts'

/** For a stolen phone; returns how many sessions ended. Throws 404001 for a user without authenticator and passkey. */
export async function disableTwoFactor(
  db: Db,
  caller: AdminCaller,
  { id, reason }: { id: string; reason: string },
): Promise<number> {
  const user = await requireUser(db, id)
  return transaction(db, async (tx) => {
    // First: this waits for a login with a code or a passkey, whose session then ends, too.
    if (!(await disableSecondFactors(tx, user.id))) throw new Refusal(commonErrors.notFound)
    const endedSessions = await endAccess(tx, user.id, undefined, 'endedBySupport')
    await mailUser(tx, 'two-factor-disabled', user)
    await recordAudit(tx, caller, 'second_factor_disabled', {
      targetId: user.id,
      data: { reason, endedSessions },
    })
    return endedSessions
  })
}

/** For one lost device; returns how many sessions ended. Throws 404001 for a passkey of another user, and a disabled one. */
export async function disablePasskey(
  db: Db,
  caller: AdminCaller,
  { id, passkeyId, reason }: { id: string; passkeyId: string; reason: string },
): Promise<number> {
  const user = await requireUser(db, id)
  return transaction(db, async (tx) => {
    // First, as above.
    const passkey = isId(passkeyId) ? await disablePasskeyOf(tx, user.id, passkeyId) : undefined
    if (passkey === undefined) throw new Refusal(commonErrors.notFound)
    const endedSessions = await endAccess(tx, user.id, undefined, 'endedBySupport')
    await mailUser(tx, 'passkey-disabled-by-admin', user, { passkey })
    await recordAudit(tx, caller, 'passkey_disabled', {
      targetId: user.id,
      data: { passkeyId, reason, endedSessions },
    })
    return endedSessions
  })
}
