import type { AssertionOptions, PasskeyAssertion } from '#contract/passkey.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { findAdmin } from '#domain/accounts/admin.ts'
import { endAdminSession, recordStepUp } from '#domain/sessions/admin-session.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import type { Owner } from '#domain/credentials/failed-check.ts'
import { findKnownBrowser } from '#domain/sessions/known-browser.ts'
import { adminLogins, userLogins, type LoginArea } from '#domain/sign-in/login.ts'
import { isTwoFactors } from '#domain/passkeys/passkey.ts'
import { createPasskeyChallenge } from '#domain/passkeys/passkey-challenge.ts'
import { verifyPasskey } from '#domain/passkeys/passkey-verification.ts'
import { verifyPasswordAndCode } from '#domain/credentials/password-and-code.ts'
import { endSession, rotateSession, type StartedSession } from '#domain/sessions/session.ts'
import { getUser } from '#domain/accounts/user.ts'
import { verifyCode, verifyPassword } from '#domain/credentials/verification.ts'
import { assertionOptionsOf } from '#domain/passkeys/webauthn.ts'
import type { AdminCaller, UserCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

const optionsMinutes = 5

type AdminCredential =
  | { otp: string }
  | { passkey: PasskeyAssertion }
  | { otp: string; password: string }
type UserCredential = AdminCredential | { password: string }
type SteppedUp<Session> = { session: Session; methods: string[] }

/** Differences between the sessions of users and admins. */
type Area<Session> = {
  logins: LoginArea
  owner: Owner & { id: string }
  browserId: string | undefined
  /** Ends the session, after too many failures in a row. Returns false if it has already ended. */
  end: (tx: Transaction) => Promise<boolean>
  /** Records the verified methods and replaces the token; undefined if a concurrent call was faster. */
  rotate: (tx: Transaction, methods: string[]) => Promise<Session | undefined>
}

/** Returns the options for a step-up by passkey, valid for five minutes. Throws 404001 if passkeys are off. */
export function beginStepUp(caller: UserCaller | AdminCaller): AssertionOptions {
  const { passkeys } = caller.kind === 'admin' ? adminLogins : userLogins
  if (passkeys.mode === 'off') throw new Refusal(commonErrors.notFound)
  const binding = { ceremony: 'step-up', rpId: passkeys.rpId, owner: caller.sessionId } as const
  return assertionOptionsOf(passkeys, createPasskeyChallenge(binding, optionsMinutes))
}

/**
 * Steps up a user's session by a passkey, a code, or password and code; by the password alone if the account has
 * nothing else.
 */
export async function stepUpAsUser(
  db: Db,
  caller: UserCaller,
  credential: UserCredential,
  token: string,
) {
  const { userId, sessionId: id } = caller
  return stepUp(db, caller, credential, {
    logins: userLogins,
    owner: await getUser(db, userId),
    // The session counts as a known browser, so that failures of other people cannot lock the user out of it.
    browserId: id,
    end: (tx) => endSession(tx, id),
    rotate: (tx, methods) => rotateSession(tx, { id, token }, methods),
  })
}

/** Steps up an admin's session by a passkey, a code, or password and code. */
export async function stepUpAsAdmin(
  db: Db,
  caller: AdminCaller,
  credential: AdminCredential,
  token: string,
): Promise<SteppedUp<StartedSession>> {
  const { adminId, sessionId: id } = caller
  const owner = await findAdmin(db, adminId)
  if (!owner) throw new Refusal(errorCodes.adminNotLoggedIn)
  return stepUp(db, caller, credential, {
    logins: adminLogins,
    owner,
    browserId: await findKnownBrowser(db, adminId, caller),
    end: (tx) => endAdminSession(tx, id),
    rotate: (tx, methods) => recordStepUp(tx, { id, token }, methods),
  })
}

/** Verifies the credential, unlocks the calls that require step-up, and gives the session a new token. */
async function stepUp<Session>(
  db: Db,
  caller: UserCaller | AdminCaller,
  credential: UserCredential,
  { logins, owner, browserId, end, rotate }: Area<Session>,
): Promise<SteppedUp<Session>> {
  const { sessionId } = caller
  const needsTwoFactors = config.stepUpFactors === 2
  const isPasswordAndCode = 'otp' in credential && 'password' in credential
  if (needsTwoFactors && !isPasswordAndCode && !('passkey' in credential))
    throw new Refusal(errorCodes.stepUpFailed, { proofs: await caller.findProofs() })
  const context = { origin: caller, browserId, session: { id: sessionId, end } }
  const check = {
    ...context,
    owner,
    errors: { limited: errorCodes.addressBlocked, wrong: errorCodes.stepUpFailed },
    onFailure: (tx: Db) => recordAudit(tx, caller, 'step_up_refused', { data: { sessionId } }),
  }
  const succeed = (methods: string[], consume?: (tx: Transaction) => Promise<void>) =>
    transaction(db, async (tx) => {
      await consume?.(tx)
      const newSession = await rotate(tx, methods)
      // A concurrent step-up was faster; the page repeats this one with the new cookie.
      if (!newSession) throw new Refusal(errorCodes.invalidCsrfToken)
      await recordAudit(tx, caller, 'step_up_succeeded', { data: { sessionId, methods } })
      return { session: newSession, methods }
    })
  if (isPasswordAndCode)
    return verifyPasswordAndCode(db, check, credential, ({ consume }) =>
      succeed(['pwd', 'otp'], consume),
    )
  if ('otp' in credential)
    return verifyCode(db, check, credential, ({ consume }) => succeed(['otp'], consume))
  if ('passkey' in credential) {
    const binding = { ceremony: 'step-up', boundTo: sessionId, accountId: owner.id } as const
    const passkeyCheck = { ...context, ...binding, area: logins }
    return verifyPasskey(db, passkeyCheck, credential.passkey, async (verified) => {
      const { passkey, account, methods, consume } = verified
      if (needsTwoFactors && !isTwoFactors(passkey, account.browserId)) {
        await check.onFailure(db)
        throw new Refusal(errorCodes.wrongPasskey, { proofs: await caller.findProofs() })
      }
      return succeed(methods, consume)
    })
  }
  // With a second factor, usable or not, even the correct password alone counts as wrong.
  const proofs = await caller.findProofs()
  const accept = proofs.includes('password') ? 'uncompromised' : 'none'
  await verifyPassword(db, check, { password: credential.password, field: 'password', accept })
  return succeed(['pwd'])
}
