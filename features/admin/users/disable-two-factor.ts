import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { requireFewToday } from '#domain/approvals/deactivated-today.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { endLoginsAndLinks } from '#domain/sign-in/login.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { disablePasskeyOf } from '#domain/passkeys/passkey.ts'
import { disableSecondFactors } from '#domain/credentials/second-factor.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { requireUser } from './list.ts'

/**
 * Disables all second factors of a user, for example after a stolen phone. Returns the number of ended sessions. Throws
 * 404001 for an unknown user, and for one without authenticator and passkeys; 403001 beyond the number of users that
 * one admin may lock out in a day.
 */
export async function disableTwoFactor(
  db: Db,
  caller: AdminCaller,
  { id, reason }: { id: string; reason: string },
): Promise<number> {
  const user = await requireUser(db, id)
  return transaction(db, async (tx) => {
    await requireFewToday(tx, caller.adminId)
    // It precedes `endLoginsAndLinks`, because it waits for a login in progress with a second factor, whose session
    // then ends, too.
    if (!(await disableSecondFactors(tx, user.id))) throw new Refusal(commonErrors.notFound)
    const endedSessions = await endLoginsAndLinks(tx, user.id, 'endedBySupport')
    await mailUser(tx, 'two-factor-disabled', user)
    await recordAudit(tx, caller, 'second_factor_disabled', {
      targetId: user.id,
      data: { reason, endedSessions },
    })
    return endedSessions
  })
}

/**
 * Disables one passkey of a user, for example after a lost device. Returns the number of ended sessions. Throws 404001
 * for an unknown or disabled passkey, and for that of another user; 403001 like `disableTwoFactor`.
 */
export async function disablePasskey(
  db: Db,
  caller: AdminCaller,
  { id, passkeyId, reason }: { id: string; passkeyId: string; reason: string },
): Promise<number> {
  const user = await requireUser(db, id)
  return transaction(db, async (tx) => {
    await requireFewToday(tx, caller.adminId)
    // Precedes `endLoginsAndLinks`: it waits for a login in progress with the passkey, whose session then ends, too.
    const passkey = isId(passkeyId) ? await disablePasskeyOf(tx, user.id, passkeyId) : undefined
    if (passkey === undefined) throw new Refusal(commonErrors.notFound)
    const endedSessions = await endLoginsAndLinks(tx, user.id, 'endedBySupport')
    await mailUser(tx, 'passkey-disabled-by-admin', user, { passkey })
    await recordAudit(tx, caller, 'passkey_disabled', {
      targetId: user.id,
      data: { passkeyId, reason, endedSessions },
    })
    return endedSessions
  })
}
