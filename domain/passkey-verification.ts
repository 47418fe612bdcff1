import type { PasskeyAssertion } from '#contract/passkey.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { recordAudit } from './audit.ts'
import type { AskingSession } from './failed-check.ts'
import { browserName } from './known-browser.ts'
import type { Decoy } from './login-attempt.ts'
import type { LoginAccount, LoginArea } from './login.ts'
import { mailUser } from './mail.ts'
import { consumePasskeyChallenge, isChallengeFor, type Ceremony } from './passkey-challenge.ts'
import {
  disablePasskey,
  findPasskey,
  methodsOf,
  recordPasskeyUse,
  type Passkey,
} from './passkey.ts'
import { attempt, UsedCode, WrongCredential } from './verification.ts'
import {
  challengeOf,
  verifyAssertion,
  type PasskeyRefusal,
  type VerifiedAssertion,
} from './webauthn.ts'

/** What a passkey is used for, and by whom. */
export type PasskeyCheck = {
  area: LoginArea
  /** The caller, where there is one. */
  origin: Origin
  ceremony: Ceremony
  /** What the challenge is bound to: the visitor's cookie, or the id of the login attempt or session. */
  boundTo: string
  /** Account that the passkey has to belong to; undefined for a login, which finds its account by it. */
  accountId?: string
  /** In place of an account: it is answered as one, and no passkey is right. */
  decoy?: Decoy | undefined
  /** Session in which it is asked for: it ends after five failures in a row. */
  session?: AskingSession
  /** Where failures count that are not those of a browser of earlier logins. */
  browserId?: string | undefined
}

export type VerifiedPasskey = {
  passkey: Passkey
  account: LoginAccount
  /** RFC 8176. */
  methods: string[]
  /** Records the use. Throws for a passkey that was disabled meanwhile or seems to be copied. */
  consume: (tx: Transaction) => Promise<void>
}

/** Why a passkey was refused, for the audit log. */
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
 * Verifies an answer to a challenge. `use` must call `consume` in the transaction of what the passkey is for. Counted
 * and refunded like a code: at the address, and at the account where there is one. Never call inside a transaction.
 * Throws `wrongPasskey`, `ceremonyExpired` or `addressBlocked`, and what `use` throws.
 */
export async function verifyPasskey<Result>(
  db: Db,
  check: PasskeyCheck,
  sent: PasskeyAssertion,
  use: (verified: VerifiedPasskey) => Promise<Result>,
): Promise<Result> {
  const { area, origin } = check
  const passkey = await findPasskey(db, area.passkeys.rpId, Buffer.from(sent.id, 'base64url'))
  const ownerId = check.decoy?.accountId ?? check.accountId ?? passkey?.userId
  const owner =
    ownerId === undefined ? undefined : await area.findAccount(db, { id: ownerId }, origin)
  const known = { check, passkey, owner }
  let reason: Reason = 'invalid'
  const refuse: Refuse = (why, error = new WrongCredential()) => {
    reason = why
    throw error
  }
  return attempt(
    db,
    countedAs(known, () => reason),
    async (isLockedOut) => {
      const { used, ...right } = await examine(known, sent, refuse)
      if (isLockedOut) return refuse('account locked')
      if (check.decoy) return refuse('password')
      if (!(await consumePasskeyChallenge(db, challengeOf(sent))))
        return refuse('used challenge', Object.assign(new UsedCode(), expired()))
      const consume = async (tx: Transaction) => {
        if (!(await recordPasskeyUse(tx, right.passkey.id, used)))
          refuse('copied', new CopiedPasskey())
      }
      const methods = methodsOf(right.passkey.backupEligible)
      return use({ ...right, methods, consume }).catch(async (error: unknown) => {
        if (error instanceof CopiedPasskey) await disableCopy(db, check, right)
        throw error
      })
    },
  )
}

/** Where a failure counts, and its row in the audit log. */
function countedAs({ check, passkey, owner }: Known, reasonOf: () => Reason) {
  const { area, origin, ceremony, session, browserId, decoy } = check
  const counted = owner ?? (decoy && { email: decoy.key })
  return {
    kind: 'passkey' as const,
    field: undefined,
    origin,
    ...(counted && { owner: counted, browserId: browserId ?? owner?.browserId }),
    ...(session && { session }),
    isUniform: config.loginUniform,
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

type Refuse = (why: Reason, error?: WrongCredential) => never
type Known = { check: PasskeyCheck; passkey: Passkey | undefined; owner: LoginAccount | undefined }
type Right = { passkey: Passkey; account: LoginAccount }

/** Thrown in the transaction of the use, which it undoes: only then is the passkey disabled. */
class CopiedPasskey extends WrongCredential {}

/** Everything but what is used up. Only a passkey without a row is told apart: the browser may then forget it. */
async function examine(
  { check, passkey, owner }: Known,
  sent: PasskeyAssertion,
  refuse: Refuse,
): Promise<Right & { used: VerifiedAssertion }> {
  const { area, ceremony, boundTo } = check
  const { mode, rpId } = area.passkeys
  if (mode === 'off') return refuse('not accepted')
  if (!passkey) return refuse('unknown', Object.assign(new WrongCredential(), unknownPasskey()))
  if (!owner || owner.id !== passkey.userId) return refuse('other account')
  if (!isChallengeFor({ ceremony, rpId, owner: boundTo }, challengeOf(sent)))
    return refuse('foreign challenge', Object.assign(new WrongCredential(), expired()))
  const used = await verifyAssertion(passkey, sent, area.passkeys)
  if ('refused' in used) return refuse(used.refused)
  if (passkey.isDisabled) return refuse('disabled')
  return { passkey, account: owner, used }
}

function expired() {
  return { refusal: new Refusal(errorCodes.ceremonyExpired) }
}

function unknownPasskey() {
  const code = errorCodes.wrongPasskey
  return { refusal: new Refusal(code, { faults: [{ code, rule: 'unknownPasskey' }] }) }
}

/** Its counter has not risen: somebody else has a copy of it (WebAuthn, "Signature Counter Considerations"). */
async function disableCopy(
  db: Db,
  { area, origin }: PasskeyCheck,
  { passkey, account }: Right,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await disablePasskey(tx, passkey.id))) return
    const data = { passkeyId: passkey.id, reason: 'copied' }
    const { id: targetId } = account
    await recordAudit(tx, origin, 'passkey_disabled', { targetId, subSystem: area.name, data })
    await mailUser(tx, 'passkey-disabled', account, { passkey: passkey.name })
  })
}
