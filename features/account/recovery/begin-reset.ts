import type { AuthenticatorKey } from '#contract/authenticator-key.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit.ts'
import {
  refundCheck,
  recordFailure,
  consumeCheck,
  type CredentialCheck,
  type ConsumedCheck,
} from '#domain/rate-limit.ts'
import { refundWhenBusy } from '#domain/verification.ts'
import { findKnownBrowser } from '#domain/known-browser.ts'
import { consumeLinkAttempt, type Link } from '#domain/link.ts'
import { beginReplacement, keyOf, type Replacement } from '#domain/second-factor.ts'
import { getUser, type User } from '#domain/user.ts'
import type { Origin, UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { refusals } from './contract.ts'
import { prove, type Proof, type Shown } from './prove.ts'
import { requireLink } from './require-link.ts'

type From = {
  user: User
  origin: Origin
  /** The link or session in which the second step can be taken. */
  verifiedBy: string
  link?: Link
  browserId?: string | undefined
}

/** First step, logged in: whoever has only the session cannot replace the authenticator. */
export async function beginReset(
  db: Db,
  caller: UserCaller,
  shown: Exclude<Shown, { password: string }>,
): Promise<AuthenticatorKey> {
  const { userId, sessionId } = caller
  const user = await getUser(db, userId)
  const verifiedBy = `session:${sessionId}`
  return begin(db, { user, origin: caller, verifiedBy, browserId: sessionId }, shown)
}

/** First step by a mailed link: whoever only reads the mail cannot replace the authenticator. */
export async function beginResetByLink(
  db: Db,
  origin: Origin,
  { token, ...shown }: Shown & { token: string },
): Promise<AuthenticatorKey> {
  const { link, user } = await requireLink(db, origin, token)
  if (!(await consumeLinkAttempt(db, link.id))) throw new Refusal(refusals.invalidLink)
  const browserId = await findKnownBrowser(db, user.id, origin)
  const from = { user, origin, verifiedBy: `link:${link.id}`, link, browserId }
  return begin(db, from, shown as Shown)
}

/** What is shown counts as a try of a login does: before it is looked at. */
async function begin(db: Db, from: From, shown: Shown): Promise<AuthenticatorKey> {
  const { user, link } = from
  const guess = guessOf(from, shown)
  const taken = await consumeCheck(db, guess)
  if (taken.retryAfterSeconds !== undefined) throw new Refusal(refusals.addressBlocked, taken)
  const proof = await refundWhenBusy(db, guess, () =>
    prove(db, { userId: user.id, isHeld: taken.isLockedOut, link }, shown),
  )
  if (proof && !taken.isLockedOut) {
    const factor = await transaction(db, (tx) => passFirstStep(tx, from, proof))
    if (factor) {
      await refundCheck(db, guess)
      return keyOf(factor, user.email)
    }
  }
  await transaction(db, (tx) => noteRefused(tx, from, { guess, taken, shown }))
  throw 'password' in shown
    ? new Refusal(refusals.invalidCredentials, { field: 'password' })
    : new Refusal(refusals.wrongCode, { field: fieldOf(shown) })
}

/** Undefined when what was shown has been used meanwhile; then nothing has changed. */
async function passFirstStep(
  tx: Transaction,
  { user, origin, verifiedBy }: From,
  { use, method }: Proof,
): Promise<Replacement | undefined> {
  if (!(await use(tx))) return undefined
  const factor = await beginReplacement(tx, user.id, { verifiedBy, method })
  const actor: Actor = { ...origin, kind: 'user', userId: user.id }
  await recordAudit(tx, actor, 'second_factor_reset_begun', { data: { verifiedBy, method } })
  return factor
}

type Refused = { guess: CredentialCheck; taken: ConsumedCheck; shown: Shown }

async function noteRefused(
  tx: Transaction,
  { user, origin, verifiedBy }: From,
  { guess, taken, shown }: Refused,
): Promise<void> {
  await recordFailure(tx, guess, taken)
  await recordAudit(tx, origin, 'second_factor_reset_refused', {
    targetId: user.id,
    data: { verifiedBy, reason: fieldOf(shown) },
  })
}

function guessOf({ user, origin, browserId }: From, shown: Shown): CredentialCheck {
  return { what: 'password' in shown ? 'password' : 'code', origin, owner: user, browserId }
}

function fieldOf(shown: Shown): string {
  return 'otp' in shown ? 'otp' : 'recoveryCode' in shown ? 'recoveryCode' : 'password'
}
