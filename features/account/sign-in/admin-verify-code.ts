import { errorCodes as refusals, Refusal } from '#contract/refusal.ts'
import { startAdminSession } from '#domain/admin-session.ts'
import { recordAudit } from '#domain/audit.ts'
import { browserName } from '#domain/known-browser.ts'
import { completeLoginAttempt, consumeLoginTry } from '#domain/login-attempt.ts'
import { markVerified } from '#domain/password.ts'
import type { StartedSession } from '#domain/session.ts'
import type { AdminAttemptCaller } from '#server/caller.ts'
import type { Db, Transaction } from '#server/db.ts'
import { noteFailure } from './admin-note-failure.ts'
import { prove, type Sent } from './prove.ts'

/** The second step of a login. */
export async function verifyCode(
  db: Db,
  caller: AdminAttemptCaller,
  sent: Sent,
): Promise<StartedSession> {
  if (!(await consumeLoginTry(db, caller.attemptId))) throw new Refusal(refusals.loginExpired)
  return prove(db, {
    adminId: caller.adminId,
    origin: caller,
    sent,
    onRight: (tx, method) => completeLogin(tx, caller, method),
    onWrong: async (guess, taken) => {
      await noteFailure(db, { guess, taken })
      throw new Refusal(refusals.wrongCode, { field: 'otp' in sent ? 'otp' : 'recoveryCode' })
    },
  })
}

/** Whatever was shown is used up by now: the attempt becomes a session. */
export async function completeLogin(
  tx: Transaction,
  caller: AdminAttemptCaller,
  method: 'otp' | 'recovery',
): Promise<StartedSession> {
  const { adminId } = caller
  if (!(await completeLoginAttempt(tx, caller.attemptId))) throw new Refusal(refusals.loginExpired)
  const methods = ['pwd', method]
  const session = await startAdminSession(tx, {
    adminId,
    origin: caller,
    methods,
    isFresh: method === 'otp',
  })
  if (!session) throw new Refusal(refusals.userInactive)
  await markVerified(tx, adminId)
  await recordAudit(tx, caller, 'login_succeeded', {
    data: { sessionId: session.id, method, browser: browserName(caller.userAgent) },
  })
  return session
}
