import type { AssertionOptions, PasskeyAssertion } from '#contract/passkey.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { pendingLogin, openFactorSession, type LoginArea } from '#domain/sign-in/login.ts'
import { createPasskeyAttempt } from '#domain/sign-in/login-attempt.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { isTwoFactors } from '#domain/passkeys/passkey.ts'
import { createPasskeyChallenge } from '#domain/passkeys/passkey-challenge.ts'
import { verifyPasskey, type VerifiedPasskey } from '#domain/passkeys/passkey-verification.ts'
import { consumeAddressLimit } from '#domain/credentials/address-limit.ts'
import type { StartedSession } from '#domain/sessions/session.ts'
import { assertionOptionsOf } from '#domain/passkeys/webauthn.ts'
import type { AdminAttemptCaller, AttemptCaller, Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/**
 * Lifetime of the options in minutes. An open login page keeps waiting for a passkey, and requests new options before
 * these expire.
 */
const loginMinutes = 30
const secondFactorMinutes = 5

/**
 * A visit of the login page. `visitor` is the value of the visitor cookie; another site that tries to log a user in
 * does not have this value (login CSRF).
 */
type Visit = { area: LoginArea; origin: Origin; visitor: string }

/** Returns the options for a login by passkey alone. Stores no challenge, and counts toward a rate limit. */
export async function beginPasskeyLogin(
  db: Db,
  { area, origin, visitor }: Visit,
): Promise<AssertionOptions> {
  const limited = await consumeAddressLimit(db, 'passkeyChallenges', origin)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  const binding = { ceremony: 'login', rpId: area.passkeys.rpId, owner: visitor } as const
  return assertionOptionsOf(area.passkeys, createPasskeyChallenge(binding, loginMinutes))
}

/** Returns the options for a passkey as the second factor. */
export function beginSecondPasskey(caller: AttemptCaller | AdminAttemptCaller): AssertionOptions {
  const { area, attemptId } = pendingLogin(caller)
  const { rpId } = area.passkeys
  const binding = { ceremony: 'second-factor', rpId, owner: attemptId } as const
  return assertionOptionsOf(area.passkeys, createPasskeyChallenge(binding, secondFactorMinutes))
}

/** A login that still needs the password. The token goes into the cookie of the attempt. */
type StartedLogin = { next: 'verify-mfa'; attemptToken: string }
type CompletedLogin = { next: 'done'; accountId: string; session: StartedSession }

/**
 * Logs in by passkey, or completes only the first step if the password must follow. Only a valid passkey reveals that
 * an account is inactive; calling the passkey unknown would make the browser delete it.
 */
export async function logInByPasskey(
  db: Db,
  { area, origin, visitor }: Visit,
  assertion: PasskeyAssertion,
): Promise<StartedLogin | CompletedLogin> {
  const check = { area, origin, ceremony: 'login' as const, boundTo: visitor }
  return verifyPasskey(db, check, assertion, async ({ account, passkey, methods, consume }) => {
    const { id: accountId, inactivity } = account
    if (inactivity) {
      const data = { reason: inactivity.reason, passkeyId: passkey.id }
      const details = { targetId: accountId, subSystem: area.name, data }
      await recordAudit(db, origin, 'passkey_refused', details)
      throw new Refusal(inactivity.code)
    }
    return transaction(db, async (tx) => {
      await consume(tx)
      if (!isCompleteLogin(area, { account, passkey }))
        return {
          next: 'verify-mfa',
          attemptToken: await createPasskeyAttempt(tx, area.kind, passkey),
        }
      const login = { accountId, origin, methods: [...methods, 'mfa'] }
      const facts = { method: 'passkey', passkeyId: passkey.id }
      return { next: 'done', accountId, session: await openFactorSession(tx, area, login, facts) }
    })
  })
}

function isCompleteLogin(
  { passkeys }: LoginArea,
  { account, passkey }: Pick<VerifiedPasskey, 'account' | 'passkey'>,
): boolean {
  return passkeys.mode === 'whole' && isTwoFactors(passkey, account.browserId)
}
