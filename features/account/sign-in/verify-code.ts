import { errorCodes, Refusal } from '#contract/refusal.ts'
import { begunLogin, completeLogin, recordLoginFailure } from '#domain/login.ts'
import { consumeLoginTry } from '#domain/login-attempt.ts'
import type { StartedSession } from '#domain/session.ts'
import { verifyCode, type SentCode } from '#domain/verification.ts'
import type { AdminAttemptCaller, AttemptCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db } from '#server/db.ts'

/** With the uniform first step, a wrong code does not tell that the password was right. */
const wrong = () => (config.loginUniform ? errorCodes.invalidCredentials : errorCodes.wrongCode)

/** Second step of a login. Only the right code tells that the account is inactive. */
export async function verifyLoginCode(
  db: Db,
  caller: AttemptCaller | AdminAttemptCaller,
  code: SentCode,
): Promise<StartedSession> {
  const login = begunLogin(caller)
  const { area, attemptId, accountId, decoy, origin } = login
  if (!(await consumeLoginTry(db, attemptId))) throw new Refusal(errorCodes.loginExpired)
  const account = await area.findAccount(db, { id: decoy?.accountId ?? accountId }, origin)
  const owner = account ?? (decoy && { email: decoy.key })
  if (!owner) throw new Refusal(errorCodes.loginExpired)
  const recordFailure = (tx: Db, reason: string) =>
    recordLoginFailure(
      tx,
      area,
      origin,
      account?.id,
      decoy && reason === 'code' ? 'password' : reason,
    )
  const check = {
    origin,
    owner,
    browserId: account?.browserId,
    isDecoy: decoy !== undefined,
    isUniform: config.loginUniform,
    tellsAttemptsLeft: true,
    errors: { limited: errorCodes.addressBlocked, wrong: wrong() },
    onFailure: recordFailure,
  }
  return verifyCode(db, check, code, async ({ method, consume }) => {
    if (account?.inactivity) {
      await recordFailure(db, account.inactivity.reason)
      throw new Refusal(account.inactivity.code)
    }
    return transaction(db, async (tx) => {
      await consume(tx)
      return completeLogin(tx, login, method)
    })
  })
}
