import { errorCodes, Refusal } from '#contract/refusal.ts'
import { findAdmin } from '#domain/admin.ts'
import { endAdminSession, recordStepUp } from '#domain/admin-session.ts'
import { recordAudit } from '#domain/audit.ts'
import { findKnownBrowser } from '#domain/known-browser.ts'
import type { StartedSession } from '#domain/session.ts'
import { verifyCode } from '#domain/verification.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

/** Step-up authentication: a new one-time password opens the actions that require it, and the session gets a new token. */
export async function stepUp(
  db: Db,
  caller: AdminCaller,
  { otp, token }: { otp: string; token: string },
): Promise<StartedSession> {
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
  return verifyCode(db, check, { otp }, ({ consume }) =>
    transaction(db, async (tx) => {
      await consume(tx)
      const session = await recordStepUp(tx, { id: sessionId, token })
      // Another step-up was faster: the page repeats this one with the new cookie.
      if (!session) throw new Refusal(errorCodes.invalidCsrfToken)
      await recordAudit(tx, caller, 'step_up_succeeded', { data: { sessionId } })
      return session
    }),
  )
}
