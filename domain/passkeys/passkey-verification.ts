import type { PasskeyAssertion } from '#contract/passkey.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { loginStrategy } from '#server/login-strategy.ts'
import { recordAudit } from '../audit/audit.ts'
import type { AskingSession } from '../credentials/failed-check.ts'
import { browserName } from '../sessions/browser-name.ts'
import type { Decoy } from '../sign-in/login-attempt.ts'
import type { LoginAccount, LoginArea } from '../sign-in/login.ts'
import { mailUser } from '../mail/mail.ts'
import { consumePasskeyChallenge, isChallengeFor, type Ceremony } from './passkey-challenge.ts'
import {
  disablePasskey,
  findPasskey,
  methodsOf,
  recordPasskeyUse,
  type Passkey,
} from './passkey.ts'
import { attempt, UsedCode, WrongCredential } from '../credentials/verification.ts'
import {
  challengeOf,
  verifyAssertion,
  type PasskeyRefusal,
  type VerifiedAssertion,
} from './webauthn.ts'

/** Context in which a passkey is verified. */
export type PasskeyCheck = {
  area: LoginArea
  /** Caller or visitor that sent the assertion. */
  origin: Origin
  ceremony: Ceremony
  /** Owner of the challenge: the visitor's cookie, or the id of the login attempt or session. */
  boundTo: string
  /** Account that the passkey must belong to; undefined for a login, which finds the account by the passkey. */
  accountId?: string
  /** Decoy in place of the account: rejects every passkey, but responds as for a real account. */
  decoy?: Decoy | undefined
  /** Session that asks for the passkey; ends after five failures in a row. */
  session?: AskingSession
  /** Id of the known browser whose limit counts the failures; by default the one that the account knows, if any. */
  browserId?: string | undefined
}

export type VerifiedPasskey = {
  passkey: Passkey
  account: LoginAccount
  /** Values for `amr` (RFC 8176). */
  methods: string[]
  /** Records the use. Throws if the passkey was disabled in the meantime or seems to be copied. */
  consume: (tx: Transaction) => Promise<void>
}

/** Reason for rejecting a passkey, for the audit log. `password`: the login attempt began with a wrong password. */
type Reason =
  | PasskeyRefusal
  | 'unknown'
  | 'not accepted'
  | 'foreign challenge'
  | 'used challenge'
  | 'disabled'
  | 'copied'
  | 'account locked'
  | 'password'

/**
 * Verifies the response to a challenge and returns the result of `use`, which must call `consume` in the transaction of
 * the action. Failures count like those of a code, for the IP address and for the account if there is one. Never call
 * inside a transaction. Throws `wrongPasskey`, `ceremonyExpired` or `addressBlocked`, and the errors of `use`.
 */
export async function verifyPasskey<Result>(
  db: Db,
  check: PasskeyCheck,
  assertion: PasskeyAssertion,
  use: (verified: VerifiedPasskey) => Promise<Result>,
): Promise<Result> {
  const { area, origin } = check
  const passkey = await findPasskey(db, area.passkeys.rpId, Buffer.from(assertion.id, 'base64url'))
  const ownerId = check.decoy?.accountId ?? check.accountId ?? passkey?.userId
  const owner =
    ownerId === undefined ? undefined : await area.findAccount(db, { id: ownerId }, origin)
  const context = { check, passkey, owner }
  // A variable, because `attempt` does not pass the error to `onFailure`, which writes the audit row.
  let reason: Reason = 'invalid'
  const refuse: Refuse = (newReason, error = new WrongCredential()) => {
    reason = newReason
    throw error
  }
  return attempt(
    db,
    attemptOptions(context, () => reason),
    async (isLockedOut) => {
      const { result, ...verified } = await examine(context, assertion, refuse)
      // After `examine`, so that a locked account and a decoy get the errors of any other account.
      if (isLockedOut) return refuse('account locked')
      if (check.decoy) return refuse('password')
      if (!(await consumePasskeyChallenge(db, challengeOf(assertion))))
        return refuse(
          'used challenge',
          Object.assign(new UsedCode(), { refusal: ceremonyExpired() }),
        )
      const consume = async (tx: Transaction) => {
        const { id, rpId, credentialId } = verified.passkey
        if (await recordPasskeyUse(tx, id, result)) return
        const current = await findPasskey(tx, rpId, credentialId)
        if (!current) return refuse('unknown')
        if (current.isDisabled) return refuse('disabled')
        return refuse('copied', new CopiedPasskey())
      }
      const methods = methodsOf(verified.passkey.backupEligible)
      return use({ ...verified, methods, consume }).catch(async (error: unknown) => {
        if (error instanceof CopiedPasskey) await disableCopy(db, check, verified)
        throw error
      })
    },
  )
}

/** Returns the options of `attempt`: for whom a failure counts, and its row in the audit log. */
function attemptOptions({ check, passkey, owner }: Context, reasonOf: () => Reason) {
  const { area, origin, ceremony, session, browserId, decoy } = check
  const failureOwner = owner ?? (decoy && { email: decoy.key })
  return {
    kind: 'passkey' as const,
    field: undefined,
    origin,
    ...(failureOwner && { owner: failureOwner, browserId: browserId ?? owner?.browserId }),
    ...(session && { session }),
    strategy: loginStrategy(),
    errors: { limited: errorCodes.addressBlocked, wrong: errorCodes.wrongPasskey },
    onFailure: (tx: Transaction, kind: string) => {
      const reason = kind === 'account locked' ? kind : reasonOf()
      const browser = browserName(origin.userAgent)
      const data = { reason, ceremony, passkeyId: passkey?.id, browser }
      const targetId = owner?.id ?? passkey?.userId
      return recordAudit(tx, origin, 'passkey_refused', { targetId, subSystem: area.name, data })
    },
  }
}

type Refuse = (reason: Reason, error?: WrongCredential) => never
type Context = {
  check: PasskeyCheck
  passkey: Passkey | undefined
  owner: LoginAccount | undefined
}
type PasskeyOfAccount = { passkey: Passkey; account: LoginAccount }

/** Error that rolls back the transaction of `use`; the copied passkey is disabled afterwards. */
class CopiedPasskey extends WrongCredential {}

/**
 * Checks everything except that the challenge is unused and that the counter has increased. All failures have the same
 * error, except an unknown passkey, which the browser can then remove, and an expired or foreign challenge.
 */
async function examine(
  { check, passkey, owner }: Context,
  assertion: PasskeyAssertion,
  refuse: Refuse,
): Promise<PasskeyOfAccount & { result: VerifiedAssertion }> {
  const { area, ceremony, boundTo } = check
  const { mode, rpId } = area.passkeys
  if (mode === 'off') return refuse('not accepted')
  if (!passkey)
    return refuse('unknown', Object.assign(new WrongCredential(), { refusal: unknownPasskey() }))
  if (!owner || owner.id !== passkey.userId) return refuse('other account')
  if (!isChallengeFor({ ceremony, rpId, owner: boundTo }, challengeOf(assertion)))
    return refuse(
      'foreign challenge',
      Object.assign(new WrongCredential(), { refusal: ceremonyExpired() }),
    )
  const result = await verifyAssertion(passkey, assertion, area.passkeys)
  if ('refused' in result) return refuse(result.refused)
  if (passkey.isDisabled) return refuse('disabled')
  return { passkey, account: owner, result }
}

function ceremonyExpired(): Refusal {
  return new Refusal(errorCodes.ceremonyExpired)
}

function unknownPasskey(): Refusal {
  const code = errorCodes.wrongPasskey
  return new Refusal(code, { faults: [{ code, rule: 'unknownPasskey' }] })
}

/** Disables a passkey whose counter has not increased: a copy exists (WebAuthn, "Signature Counter Considerations"). */
async function disableCopy(
  db: Db,
  { area, origin }: PasskeyCheck,
  { passkey, account }: PasskeyOfAccount,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await disablePasskey(tx, passkey.id))) return
    const data = { passkeyId: passkey.id, reason: 'copied' }
    const { id: targetId } = account
    await recordAudit(tx, origin, 'passkey_disabled', { targetId, subSystem: area.name, data })
    await mailUser(tx, 'passkey-disabled', account, { passkey: passkey.name })
  })
}
