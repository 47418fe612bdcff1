import type { PasskeyAssertion } from '#contract/passkey.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import {
  pendingLogin,
  completeLogin,
  recordLoginFailure,
  type PendingLogin,
  type LoginAccount,
} from '#domain/sign-in/login.ts'
import { consumeCodeAttempt } from '#domain/sign-in/login-attempt.ts'
import { verifyPasskey } from '#domain/passkeys/passkey-verification.ts'
import type { StartedSession } from '#domain/sessions/session.ts'
import { verifyCode, verifyPassword, type CodeInput } from '#domain/credentials/verification.ts'
import type { AdminAttemptCaller, AttemptCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { loginStrategy, openStrategy } from '#server/login-strategy.ts'

type Proof = CodeInput | { passkey: PasskeyAssertion } | { password: string }

/**
 * Runs the second step of a login: the password if the login began with a passkey, otherwise a code or a passkey. Only
 * a correct proof reveals that the account is inactive.
 */
export async function verifySecondStep(
  db: Db,
  caller: AttemptCaller | AdminAttemptCaller,
  proof: Proof,
): Promise<StartedSession> {
  try {
    return await verifyProof(db, caller, proof)
  } catch (error) {
    await loginStrategy().delayFailure()
    throw error
  }
}

async function verifyProof(
  db: Db,
  caller: AttemptCaller | AdminAttemptCaller,
  proof: Proof,
): Promise<StartedSession> {
  const login = pendingLogin(caller)
  const { area, attemptId, accountId, decoy, origin, firstMethods } = login
  const beganWithPasskey = !firstMethods.includes('pwd')
  const isAcceptedKind = 'password' in proof ? beganWithPasskey : !beganWithPasskey
  if (!isAcceptedKind) throw new Refusal(commonErrors.invalidInput)
  if (!(await consumeCodeAttempt(db, attemptId))) throw new Refusal(errorCodes.loginExpired)
  if ('passkey' in proof) {
    const ceremony = 'second-factor' as const
    const check = { area, origin, ceremony, boundTo: attemptId, accountId, decoy }
    return verifyPasskey(db, check, proof.passkey, ({ account, methods, consume }) =>
      complete(db, login, account, { method: 'passkey', methods, consume }),
    )
  }
  // A decoy is an attempt after a wrong password or for an unknown address. It does the same work but never succeeds.
  const account = await area.findAccount(db, { id: decoy?.accountId ?? accountId }, origin)
  const owner = account ?? (decoy && { email: decoy.key })
  if (!owner) throw new Refusal(errorCodes.loginExpired)
  const strategy = loginStrategy()
  const check = {
    origin,
    owner,
    browserId: account?.browserId,
    isDecoy: decoy !== undefined,
    strategy,
    includesAttemptsLeft: true,
    errors: { limited: errorCodes.addressBlocked, wrong: strategy.wrongCode },
    onFailure: (tx: Db, reason: string) => {
      // A decoy fails because of the wrong password before it, whatever the code is.
      const reportedReason = decoy && reason === 'code' ? 'password' : reason
      return recordLoginFailure(tx, area, origin, account?.id, reportedReason)
    },
  }
  if ('password' in proof) {
    const errors = { ...check.errors, wrong: errorCodes.invalidCredentials }
    // A login that began with a passkey has no decoy to hide.
    const passwordCheck = { ...check, strategy: openStrategy, errors }
    await verifyPassword(db, passwordCheck, { password: proof.password, accept: 'uncompromised' })
    // The audit log names the factor with which the login began.
    return complete(db, login, account, { method: 'passkey', methods: ['pwd'] })
  }
  return verifyCode(db, check, proof, ({ method, consume }) =>
    complete(db, login, account, { method, methods: [method], consume }),
  )
}

type VerifiedProof = {
  method: 'otp' | 'recovery' | 'passkey'
  methods: readonly string[]
  /** Consumes the proof, so that it is accepted only once. */
  consume?: (tx: Transaction) => Promise<void>
}

async function complete(
  db: Db,
  login: PendingLogin,
  account: LoginAccount | undefined,
  { method, methods, consume }: VerifiedProof,
): Promise<StartedSession> {
  const { area, origin } = login
  if (account?.inactivity) {
    const { reason, code } = account.inactivity
    await recordLoginFailure(db, area, origin, account.id, reason)
    throw new Refusal(code)
  }
  return transaction(db, async (tx) => {
    await consume?.(tx)
    return completeLogin(tx, login, method, { methods })
  })
}
