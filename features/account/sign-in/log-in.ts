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
import { createLoginAttempt, type SecondFactorMethod } from '#domain/login-attempt.ts'
import { hasSecondFactor } from '#domain/second-factor.ts'
import type { StartedSession } from '#domain/session.ts'
import { verifyPassword } from '#domain/verification.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db } from '#server/db.ts'
import type { adminLogin } from './admin-contract.ts'
import type { login } from './contract.ts'

type Credentials = Body<typeof login> | Body<typeof adminLogin>

/** A second factor is due: the token goes into the cookie of the attempt. */
type Begun = { attemptToken: string; answer: NextStep }
type NextStep = { next: 'verify-mfa'; methods: SecondFactorMethod[] } | { next: 'configure-mfa' }
type Done = { userId: string; session: StartedSession }

/** First step of a user's login; the only one where no second factor is required. */
export async function logInUser(
  db: Db,
  origin: Origin,
  credentials: Credentials,
): Promise<Begun | Done> {
  const verified = await verifyCredentials(db, userLogins, origin, credentials)
  const { id: accountId } = verified.account
  if (config.mfaRequired || (await hasSecondFactor(db, accountId))) return begin(db, verified)
  return transaction(db, async (tx) => {
    const session = await openSession(tx, userLogins, { accountId, origin, methods: ['pwd'] })
    await userLogins.markOnboarded(tx, accountId)
    return { userId: accountId, session }
  })
}

/** First step of an admin's login. Throws where the identity provider logs admins in. */
export async function logInAdmin(db: Db, origin: Origin, credentials: Credentials): Promise<Begun> {
  if (config.adminSignIn !== 'local') throw new Refusal(errorCodes.invalidCredentials)
  return begin(db, await verifyCredentials(db, adminLogins, origin, credentials))
}

type Verified = { account: LoginAccount; passwordId: string }

/**
 * An unknown email address, a wrong password and a locked account cost the same work, by the same statements in
 * the same order, and get the same answer. Only the right password tells that an account is inactive.
 */
async function verifyCredentials(
  db: Db,
  area: LoginArea,
  origin: Origin,
  { email, password }: Credentials,
): Promise<Verified> {
  const account = await area.findAccount(db, { email }, origin)
  const accountId = account?.id
  const check = {
    origin,
    owner: account ?? { email },
    browserId: account?.browserId,
    errors: { limited: errorCodes.addressBlocked, wrong: errorCodes.invalidCredentials },
    onFailure: (tx: Db, reason: string) => recordLoginFailure(tx, area, origin, accountId, reason),
  }
  const passwordId = await verifyPassword(db, check, { password, accept: 'uncompromised' })
  if (!account) throw new Error('a password was verified without an account')
  if (account.inactivity) {
    const { reason, code } = account.inactivity
    await recordLoginFailure(db, area, origin, accountId, reason)
    throw new Refusal(code)
  }
  return { account, passwordId }
}

async function begin(db: Db, { account, passwordId }: Verified): Promise<Begun> {
  const { token, methods } = await createLoginAttempt(db, account.id, passwordId)
  const answer =
    methods.length > 0
      ? { next: 'verify-mfa' as const, methods }
      : { next: 'configure-mfa' as const }
  return { attemptToken: token, answer }
}
