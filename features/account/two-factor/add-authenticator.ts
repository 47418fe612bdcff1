import type { AuthenticatorKey } from '#contract/fields.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { createLink } from '#domain/sign-in/link.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { createMissingCodes } from '#domain/passkeys/passkey-registration.ts'
import { setRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import {
  addSecondFactor,
  authenticatorKeyOf,
  consumeReplacement,
  createReplacement,
  findSecondFactor,
} from '#domain/credentials/second-factor.ts'
import { lockSession } from '#domain/sessions/session.ts'
import { stepUpMethodOf } from '#domain/sessions/step-up-method.ts'
import { getUser } from '#domain/accounts/user.ts'
import { verifyFirstCode } from '#domain/credentials/verification.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

const { addressBlocked, loginExpired, secondFactorAlreadySet, wrongCode } = errorCodes

/**
 * Starts adding an authenticator, after step-up authentication. Throws if the user has one; only a reset replaces it.
 */
export async function beginAuthenticator(db: Db, caller: UserCaller): Promise<AuthenticatorKey> {
  const { userId, verified } = caller
  if (await findSecondFactor(db, userId)) throw new Refusal(secondFactorAlreadySet)
  const { email } = await getUser(db, userId)
  const method = stepUpMethodOf(verified?.methods ?? [])
  const verifiedBy = verifiedByOf(caller)
  // Until its first code is confirmed, a new authenticator is stored like one that replaces another.
  const secret = await transaction(db, (tx) =>
    createReplacement(tx, userId, { verifiedBy, method }),
  )
  return authenticatorKeyOf(secret, email)
}

/**
 * Confirms the authenticator by its first code; allows five attempts. Returns ten recovery codes if the user had none.
 */
export async function confirmAuthenticator(
  db: Db,
  caller: UserCaller,
  otp: string,
): Promise<string[] | undefined> {
  const { userId, sessionId } = caller
  const verifiedBy = verifiedByOf(caller)
  const factor = await consumeReplacement(db, userId, verifiedBy)
  if (!factor) throw new Refusal(loginExpired)
  const check = {
    origin: caller,
    errors: { limited: addressBlocked, wrong: wrongCode },
    onFailure: (tx: Db) =>
      recordAudit(tx, caller, 'second_factor_set_refused', {
        targetId: userId,
        data: { reason: 'first code' },
      }),
  }
  const step = await verifyFirstCode(db, check, factor, otp)
  const user = await getUser(db, userId)
  const codes = await createMissingCodes(db, userId)
  await transaction(db, async (tx) => {
    // A session that is being ended concurrently must not add a factor.
    if (!(await lockSession(tx, sessionId))) throw new Refusal(commonErrors.notLoggedIn)
    if (!(await addSecondFactor(tx, factor, step))) throw new Refusal(secondFactorAlreadySet)
    if (codes.length > 0) await setRecoveryCodes(tx, userId, codes)
    const stop = { kind: 'log-me-out', email: user.email, userId, createdBy: 'system' } as const
    const linkId = await createLink(tx, { ...stop, authenticatorId: factor.id })
    await mailUser(tx, 'two-factor-set', user, { linkId })
    await recordAudit(tx, caller, 'second_factor_set', { data: { kind: 'totp' } })
  })
  return codes.length > 0 ? codes.map(({ code }) => code) : undefined
}

/**
 * Returns the value that binds the second step to the first. A reset in the same session has another value, so that
 * neither flow can complete the other.
 */
function verifiedByOf({ sessionId }: UserCaller): string {
  return `added:${sessionId}`
}
