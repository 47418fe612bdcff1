import { maxPasskeys } from '#contract/account-limits.ts'
import type { AuthenticatorKey } from '#contract/fields.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import type { RegistrationOptions } from '#contract/passkey.ts'
import { errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { consumeLinkAttempt, isIdentityVerified, type Link } from '#domain/sign-in/link.ts'
import { openAccountLink, userLogins } from '#domain/sign-in/login.ts'
import type { AskingSession } from '#domain/credentials/failed-check.ts'
import type { Recipient } from '#domain/mail/mail.ts'
import { listPasskeys, type ListedPasskey } from '#domain/passkeys/passkey.ts'
import { isPasswordProof } from '#domain/sign-in/recovery.ts'
import { verifyPasswordAndCode } from '#domain/credentials/password-and-code.ts'
import { beginRegistration } from '#domain/passkeys/passkey-registration.ts'
import {
  authenticatorKeyOf,
  createReplacement,
  setupMinutes,
  type ResetVerification,
} from '#domain/credentials/second-factor.ts'
import { endSession } from '#domain/sessions/session.ts'
import { getUser } from '#domain/accounts/user.ts'
import {
  verifyCode,
  verifyPassword,
  type CredentialCheck,
  type CodeInput,
  type VerifiedCode,
} from '#domain/credentials/verification.ts'
import type { Origin, UserCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { beginResetByLink as byLinkEndpoint } from './contract.ts'

export type FirstStep = {
  user: Recipient
  origin: Origin
  /** Link or session that the second step must use. */
  verifiedBy: string
  browserId: string | undefined
  session?: AskingSession
}

/**
 * Starts a reset for a logged-in user, who must enter a code, and the password too if a step-up takes two factors. A
 * stolen session alone cannot replace the authenticator.
 */
export async function beginReset(
  db: Db,
  caller: UserCaller,
  { password, ...code }: CodeInput & { password?: string | undefined },
): Promise<AuthenticatorKey> {
  const { userId, sessionId } = caller
  const user = await getUser(db, userId)
  const verifiedBy = `session:${sessionId}`
  const session = { id: sessionId, end: (tx: Transaction) => endSession(tx, sessionId) }
  // The session takes the place of a known browser, so that failures elsewhere do not block it.
  const step = { user, origin: caller, verifiedBy, browserId: sessionId, session }
  if (config.stepUpFactors === 1) return beginWithCode(db, step, code)
  if (password === undefined) throw invalidField('password', 'required')
  return beginWithCode(db, step, { ...code, password })
}

/**
 * Starts a reset through a mailed link, which also needs proof of another factor: access to the mailbox alone cannot
 * replace the authenticator.
 */
export async function beginResetByLink(
  db: Db,
  origin: Origin,
  input: Body<typeof byLinkEndpoint>,
): Promise<Reply<typeof byLinkEndpoint>> {
  const { link, account } = await openAccountLink(db, origin, 'reset-mfa', input.token)
  if (!(await consumeLinkAttempt(db, link.id))) throw new Refusal(errorCodes.invalidLink)
  const { browserId } = account
  const step = { user: account, origin, verifiedBy: `link:${link.id}`, browserId }
  const key =
    'password' in input
      ? await beginWithPassword(db, step, link, input)
      : await beginWithCode(db, step, input)
  return { ...key, ...(await passkeysFor(db, step, { isVerified: isIdentityVerified(link) })) }
}

/**
 * Returns the options for a passkey that replaces the authenticator, valid as long as the new key. Also returns the
 * passkeys of the account, any of which may be lost, if an admin or approvers have verified the user (`isVerified`).
 */
export async function passkeysFor(
  db: Db,
  { user: { id: accountId }, origin, verifiedBy: boundTo }: FirstStep,
  { isVerified }: { isVerified: boolean },
): Promise<{ passkey?: RegistrationOptions; passkeys?: PasskeyChoice[] }> {
  if (userLogins.passkeys.mode === 'off') return {}
  const passkeys = await listPasskeys(db, accountId)
  const context = { area: userLogins, origin, accountId, boundTo }
  return {
    ...(passkeys.length < maxPasskeys && {
      passkey: await beginRegistration(db, context, setupMinutes),
    }),
    ...(isVerified && { passkeys: passkeys.map(describePasskey) }),
  }
}

type PasskeyChoice = { id: string; name: string; createdAt: string; lastUsedAt: string | null }

function describePasskey({ id, name, createdAt, lastUsedAt }: ListedPasskey): PasskeyChoice {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

async function beginWithCode(
  db: Db,
  step: FirstStep,
  code: CodeInput | (CodeInput & { password: string }),
): Promise<AuthenticatorKey> {
  const check = checkOf(step, 'otp' in code ? 'otp' : 'recoveryCode', errorCodes.wrongCode)
  const create = ({ method, consume }: VerifiedCode) =>
    transaction(db, async (tx) => {
      await consume(tx)
      return createKey(tx, step, method)
    })
  const secret = await ('password' in code
    ? verifyPasswordAndCode(db, check, code, create)
    : verifyCode(db, check, code, create))
  return authenticatorKeyOf(secret, step.user.email)
}

async function beginWithPassword(
  db: Db,
  step: FirstStep,
  link: Link,
  { password }: { password: string },
): Promise<AuthenticatorKey> {
  const check = checkOf(step, 'password', errorCodes.invalidCredentials)
  const accept = (await isPasswordProof(db, link)) ? 'uncompromised' : 'none'
  await verifyPassword(db, check, { password, field: 'password', accept })
  const secret = await transaction(db, (tx) => createKey(tx, step, 'pwd'))
  return authenticatorKeyOf(secret, step.user.email)
}

function checkOf(step: FirstStep, credential: string, wrong: number) {
  const { user, origin, verifiedBy, browserId, session } = step
  return {
    origin,
    ...(session && { session }),
    owner: user,
    browserId,
    errors: { limited: errorCodes.addressBlocked, wrong },
    onFailure: (tx, failure) => {
      // Any other failure is a wrong code, and the log names the kind of code.
      const isSpecific = failure === 'account locked' || failure === 'password'
      const reason = isSpecific ? failure : credential
      const data = { verifiedBy, reason }
      return recordAudit(tx, origin, 'second_factor_reset_refused', { targetId: user.id, data })
    },
  } satisfies CredentialCheck
}

/** Creates the key of the new authenticator, which the second step must use with the same `verifiedBy`. */
export async function createKey(
  tx: Transaction,
  { user, origin, verifiedBy }: FirstStep,
  method: ResetVerification['method'],
): Promise<string> {
  const secret = await createReplacement(tx, user.id, { verifiedBy, method })
  await recordAudit(tx, { ...origin, userId: user.id }, 'second_factor_reset_begun', {
    data: { verifiedBy, method },
  })
  return secret
}
