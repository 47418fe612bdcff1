import { errorCodes } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { mailUser } from '#domain/mail.ts'
import { createRecoveryCodes, setRecoveryCodes } from '#domain/recovery-code.ts'
import { endSession } from '#domain/session.ts'
import { getUser } from '#domain/user.ts'
import { verifyCode } from '#domain/verification.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

/** Requires a one-time password: a stolen session alone must not get codes that outlive it. */
export async function renewCodes(db: Db, caller: UserCaller, otp: string): Promise<string[]> {
  const { userId, sessionId } = caller
  const check = {
    origin: caller,
    owner: await getUser(db, userId),
    // The session stands for a known browser: other people's failures cannot lock the user out of it.
    browserId: sessionId,
    session: { id: sessionId, end: (tx: Transaction) => endSession(tx, sessionId) },
    errors: { limited: errorCodes.addressBlocked, wrong: errorCodes.wrongCode },
    onFailure: (tx: Transaction, reason: string) =>
      recordAudit(tx, caller, 'recovery_codes_refused', { data: { reason } }),
  }
  return verifyCode(db, check, { otp }, async ({ consume }) => {
    const codes = await createRecoveryCodes()
    await transaction(db, async (tx) => {
      await consume(tx)
      await setRecoveryCodes(tx, userId, codes)
      await mailUser(tx, 'recovery-codes-created', check.owner)
      await recordAudit(tx, caller, 'recovery_codes_created', { data: { count: codes.length } })
    })
    return codes.map(({ code }) => code)
  })
}
