import { errorCodes, Refusal } from '#contract/refusal.ts'
import { begunLogin, completeLogin, recordLoginFailure } from '#domain/login.ts'
import { consumeLoginTry } from '#domain/login-attempt.ts'
import type { StartedSession } from '#domain/session.ts'
import { verifyCode, type SentCode } from '#domain/verification.ts'
import type { AdminAttemptCaller, AttemptCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/** Second step of a login. */
export async function verifyLoginCode(
  db: Db,
  caller: AttemptCaller | AdminAttemptCaller,
  code: SentCode,
): Promise<StartedSession> {
  const login = begunLogin(caller)
  const { area, attemptId, accountId, origin } = login
  if (!(await consumeLoginTry(db, attemptId))) throw new Refusal(errorCodes.loginExpired)
  const owner = await area.findAccount(db, { id: accountId }, origin)
  if (!owner) throw new Refusal(errorCodes.loginExpired)
  const check = {
    origin,
    owner,
    browserId: owner.browserId,
    errors: { limited: errorCodes.addressBlocked, wrong: errorCodes.wrongCode },
    onFailure: (tx: Db, reason: string) => recordLoginFailure(tx, area, origin, accountId, reason),
  }
  return verifyCode(db, check, code, ({ method, consume }) =>
    transaction(db, async (tx) => {
      await consume(tx)
      return completeLogin(tx, login, method)
    }),
  )
}
