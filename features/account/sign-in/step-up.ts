import { Refusal } from '#contract/refusal.ts'
import { stepUp as endpoint } from '#contract/step-up.ts'
import { recordStepUp } from '#domain/admin-session.ts'
import { recordAudit } from '#domain/audit.ts'
import { recordFailure } from '#domain/rate-limit.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { prove } from './prove.ts'

/** A code of now opens for five minutes what asks for one. A wrong one counts as at the login. */
export function stepUp(db: Db, caller: AdminCaller, otp: string): Promise<void> {
  return prove(db, {
    adminId: caller.adminId,
    origin: caller,
    sent: { otp },
    onRight: async (tx) => {
      await recordStepUp(tx, caller.sessionId)
      await recordAudit(tx, caller, 'step_up_succeeded', { data: { sessionId: caller.sessionId } })
    },
    onWrong: async (guess, taken) => {
      await transaction(db, async (tx) => {
        await recordAudit(tx, caller, 'step_up_refused', { data: { sessionId: caller.sessionId } })
        await recordFailure(tx, guess, taken)
      })
      throw new Refusal(endpoint.refusals.stepUpFailed, { field: 'otp' })
    },
  })
}
