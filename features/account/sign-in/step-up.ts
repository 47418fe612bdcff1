import { errorCodes, Refusal } from '#contract/refusal.ts'
import { findAdmin } from '#domain/admin.ts'
import { endAdminSession, recordStepUp } from '#domain/admin-session.ts'
import { recordAudit } from '#domain/audit.ts'
import { findKnownBrowser } from '#domain/known-browser.ts'
import { verifyCode } from '#domain/verification.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

/** Step-up authentication: a new one-time password opens the actions that require it for five minutes. */
export async function stepUp(db: Db, caller: AdminCaller, otp: string): Promise<void> {
  const { adminId, sessionId } = caller
  const owner = await findAdmin(db, adminId)
  if (!owner) throw new Refusal(errorCodes.adminNotLoggedIn)
  const check = {
    origin: caller,
    owner,
    browserId: await findKnownBrowser(db, adminId, caller),
    session: { id: sessionId, end: (tx: Transaction) => endAdminSession(tx, sessionId) },
    errors: { limited: errorCodes.addressBlocked, wrong: errorCodes.stepUpFailed },
    onFailure: (tx: Transaction) =>
      recordAudit(tx, caller, 'step_up_refused', { data: { sessionId } }),
  }
  await verifyCode(db, check, { otp }, ({ consume }) =>
    transaction(db, async (tx) => {
      await consume(tx)
      await recordStepUp(tx, sessionId)
      await recordAudit(tx, caller, 'step_up_succeeded', { data: { sessionId } })
    }),
  )
}
