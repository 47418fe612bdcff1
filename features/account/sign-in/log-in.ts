import type { Body } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import {
  adminLogins,
  openSession,
  recordLoginFailure,
  userLogins,
  type LoginAccount,
  type LoginArea,
} from '#domain/login.ts'
import {
  addressKey,
  createLoginAttempt,
  createUniformAttempt,
  type SecondFactorMethod,
} from '#domain/login-attempt.ts'
import { hasSecondFactor } from '#domain/second-factor.ts'
import type { StartedSession } from '#domain/session.ts'
import { verifyPassword } from '#domain/verification.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db } from '#server/db.ts'
import type { adminLogin } from './admin-contract.ts'
import type { login } from './contract.ts'

type Credentials = Body<typeof login> | Body<typeof adminLogin>

/** A login that needs a second factor. The token goes into the cookie of the attempt. */
type Begun = { attemptToken: string; answer: NextStep }
type NextStep = { next: 'verify-mfa'; methods: SecondFactorMethod[] } | { next: 'configure-mfa' }
type Done = { userId: string; session: StartedSession }

/** Runs the first step of a user's login, which completes it if no second factor is required. */
export async function logInUser(
  db: Db,
  origin: Origin,
  credentials: Credentials,
): Promise<Begun | Done> {
  if (config.loginUniform) return beginUniformly(db, userLogins, origin, credentials)
  const verified = await verifyCredentials(db, userLogins, origin, credentials)
  const { id: accountId } = verified.account
  if (config.mfaRequired || (await hasSecondFactor(db, accountId)))
    return begin(db, userLogins, verified)
  return transaction(db, async (tx) => {
    const session = await openSession(tx, userLogins, { accountId, origin, methods: ['pwd'] })
    await userLogins.markOnboarded(tx, accountId)
    return { userId: accountId, session }
  })
}

/** Runs the first step of an admin's login. Throws if admins log in through the identity provider. */
export async function logInAdmin(db: Db, origin: Origin, credentials: Credentials): Promise<Begun> {
  if (config.adminSignIn !== 'local') throw new Refusal(errorCodes.invalidCredentials)
  if (config.loginUniform) return beginUniformly(db, adminLogins, origin, credentials)
  return begin(db, adminLogins, await verifyCredentials(db, adminLogins, origin, credentials))
}

type Entered = { account: LoginAccount | undefined; passwordId: string | undefined }
type Verified = { account: LoginAccount; passwordId: string }

/**
 * Verifies the credentials. An unknown email address, a wrong password and a locked account run the same statements in
 * the same order and get the same reply (constant work). Only a correct password reveals that an account is inactive.
 */
async function verifyCredentials(
  db: Db,
  area: LoginArea,
  origin: Origin,
  credentials: Credentials,
): Promise<Verified> {
  const { account, passwordId } = await enterCredentials(db, area, origin, credentials)
  if (!account || passwordId === undefined) throw new Error('a password was not verified')
  if (account.inactivity) {
    const { reason, code } = account.inactivity
    await recordLoginFailure(db, area, origin, account.id, reason)
    throw new Refusal(code)
  }
  return { account, passwordId }
}

/**
 * Returns the account and the ID of its password. For a wrong password, the uniform first step returns no ID; otherwise
 * it throws.
 */
async function enterCredentials(
  db: Db,
  area: LoginArea,
  origin: Origin,
  { email, password }: Credentials,
): Promise<Entered> {
  const account = await area.findAccount(db, { email }, origin)
  const check = {
    origin,
    owner: account ?? { email: addressKey(email) },
    browserId: account?.browserId,
    isUniform: config.loginUniform,
    includesAttemptsLeft: true,
    errors: { limited: errorCodes.addressBlocked, wrong: errorCodes.invalidCredentials },
    onFailure: (tx: Db, reason: string) =>
      recordLoginFailure(tx, area, origin, account?.id, reason),
  }
  const verified = verifyPassword(db, check, { password, accept: 'uncompromised' })
  const passwordId = await verified.catch((error: unknown) => {
    if (!config.loginUniform || !isWrong(error)) throw error
    return undefined
  })
  return { account, passwordId }
}

function isWrong(error: unknown): boolean {
  return error instanceof Refusal && error.code === errorCodes.invalidCredentials
}

async function begin(db: Db, area: LoginArea, { account, passwordId }: Verified): Promise<Begun> {
  const { mode, rpId } = area.passkeys
  const passkeyHost = mode === 'off' ? undefined : rpId
  const { token, methods } = await createLoginAttempt(db, account.id, { passwordId, passkeyHost })
  return begun(token, methods)
}

/**
 * Starts a login with the same statements and reply for every address and password: a wrong password starts a decoy.
 * Only the reply differs if the first authenticator has to be set up.
 */
async function beginUniformly(
  db: Db,
  area: LoginArea,
  origin: Origin,
  credentials: Credentials,
): Promise<Begun> {
  const { account, passwordId } = await enterCredentials(db, area, origin, credentials)
  const { token, isDecoy, methods } = await createUniformAttempt(db, {
    area: area.kind,
    email: credentials.email,
    userId: account?.id,
    passwordId,
    isInactive: account?.inactivity !== undefined,
    ipAddress: account?.browserId === undefined ? origin.ipAddress : undefined,
  })
  return begun(token, isDecoy || methods.length > 0 ? ['passkey', 'otp', 'recovery'] : [])
}

function begun(attemptToken: string, methods: SecondFactorMethod[]): Begun {
  const answer =
    methods.length > 0
      ? { next: 'verify-mfa' as const, methods }
      : { next: 'configure-mfa' as const }
  return { attemptToken, answer }
}
