import type { Body } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import {
  adminLogins,
  openSession,
  recordLoginFailure,
  userLogins,
  type LoginAccount,
  type LoginArea,
} from '#domain/sign-in/login.ts'
import {
  addressKey,
  startLoginAttempt,
  type SecondFactorMethod,
} from '#domain/sign-in/login-attempt.ts'
import { hasSecondFactor } from '#domain/credentials/second-factor.ts'
import type { StartedSession } from '#domain/sessions/session.ts'
import { verifyPassword } from '#domain/credentials/verification.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db } from '#server/db.ts'
import { loginStrategy } from '#server/login-strategy.ts'
import type { adminLogin } from './admin-contract.ts'
import type { login } from './contract.ts'

type Credentials = Body<typeof login> | Body<typeof adminLogin>

/** A login that needs a second factor. The token goes into the cookie of the attempt. */
type StartedLogin = { attemptToken: string; answer: NextStep }
type NextStep = { next: 'verify-mfa'; methods: SecondFactorMethod[] } | { next: 'configure-mfa' }
type CompletedLogin = { userId: string; session: StartedSession }

/** Runs the first step of a user's login. Completes the login if no second factor is required. */
export async function logInUser(
  db: Db,
  origin: Origin,
  credentials: Credentials,
): Promise<StartedLogin | CompletedLogin> {
  const step = await enterCredentials(db, userLogins, origin, credentials)
  const accountId = step.account?.id
  // A uniform login requires MFA_REQUIRED=true, so a wrong password always leads to a second step.
  const needsSecondFactor =
    config.mfaRequired || (accountId !== undefined && (await hasSecondFactor(db, accountId)))
  if (accountId === undefined || needsSecondFactor)
    return beginAttempt(db, userLogins, origin, step)
  return transaction(db, async (tx) => {
    const session = await openSession(tx, userLogins, { accountId, origin, methods: ['pwd'] })
    await userLogins.markOnboarded(tx, accountId)
    return { userId: accountId, session }
  })
}

/** Runs the first step of an admin's login. Throws if admins log in through the identity provider. */
export async function logInAdmin(
  db: Db,
  origin: Origin,
  credentials: Credentials,
): Promise<StartedLogin> {
  if (config.adminSignIn !== 'local') throw new Refusal(errorCodes.invalidCredentials)
  const step = await enterCredentials(db, adminLogins, origin, credentials)
  return beginAttempt(db, adminLogins, origin, step)
}

/** Entered credentials. Without an account or a password id, a uniform login continues with a decoy. */
type PasswordStep = {
  email: string
  account: LoginAccount | undefined
  passwordId: string | undefined
}

/**
 * Verifies the credentials. An unknown email address, a wrong password and a locked account run the same statements in
 * the same order and get the same reply (constant work). Only a correct password reveals that an account is inactive. A
 * uniform login reveals it only after the second step.
 */
async function enterCredentials(
  db: Db,
  area: LoginArea,
  origin: Origin,
  { email, password }: Credentials,
): Promise<PasswordStep> {
  const strategy = loginStrategy()
  const account = await area.findAccount(db, { email }, origin)
  const check = {
    origin,
    owner: account ?? { email: addressKey(email) },
    browserId: account?.browserId,
    strategy,
    includesAttemptsLeft: true,
    errors: { limited: errorCodes.addressBlocked, wrong: errorCodes.invalidCredentials },
    onFailure: (tx: Db, reason: string) =>
      recordLoginFailure(tx, area, origin, account?.id, reason),
  }
  const verification = verifyPassword(db, check, { password, accept: 'uncompromised' })
  const passwordId = await strategy.passwordIdOf(verification)
  if (account?.inactivity && !strategy.isUniform) {
    const { reason, code } = account.inactivity
    await recordLoginFailure(db, area, origin, account.id, reason)
    throw new Refusal(code)
  }
  return { email, account, passwordId }
}

/** Starts the login attempt. In a uniform login, the same statements and reply follow every address and password. */
async function beginAttempt(
  db: Db,
  area: LoginArea,
  origin: Origin,
  { email, account, passwordId }: PasswordStep,
): Promise<StartedLogin> {
  const strategy = loginStrategy()
  const { mode, rpId } = area.passkeys
  const isCountedAsFailure = strategy.isUniform && !account?.browserId
  const { token, ...attempt } = await startLoginAttempt(db, {
    area: area.kind,
    email,
    userId: account?.id,
    passwordId,
    isInactive: account?.inactivity !== undefined,
    ipAddress: isCountedAsFailure ? origin.ipAddress : undefined,
    passkeyHost: mode === 'off' ? undefined : rpId,
  })
  const methods = strategy.methodsOf(attempt)
  const answer: NextStep =
    methods.length > 0 ? { next: 'verify-mfa', methods } : { next: 'configure-mfa' }
  return { attemptToken: token, answer }
}
