import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { isPasswordFromMail } from '#domain/credentials/password.ts'
import { consumeRateLimit, isWithinLimit } from '#domain/credentials/rate-limit.ts'
import { askForReplacement, findRecovery } from '#domain/sign-in/recovery.ts'
import { hasSecondFactor } from '#domain/credentials/second-factor.ts'
import { findUser, inactivityOf, type User } from '#domain/accounts/user.ts'
import type { AttemptCaller } from '#server/caller.ts'
import { keepIf, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { loginStrategy } from '#server/login-strategy.ts'
import type { askForHelp as endpoint } from './contract.ts'

type Ask = Body<typeof endpoint>
type Owner = Pick<User, 'id' | 'email' | 'preferredLanguage'>

/** Passwords set by mail after this time cannot request help, because an attacker may read the mailbox. */
const tooFresh = sql`now() - interval '24 hours'`

/**
 * Requests a new second factor for a user who has entered the right password but lost the device. An approver decides.
 */
export async function askForHelp(db: Db, caller: AttemptCaller, ask: Ask): Promise<void> {
  if (!caller.firstMethods.includes('pwd')) throw new Refusal(errorCodes.loginExpired)
  if (loginStrategy().isUniform) return askUniformly(db, caller, ask)
  const user = await findUser(db, caller.userId)
  if (!user || !(await hasSecondFactor(db, user.id))) throw new Refusal(errorCodes.loginExpired)
  const inactivity = inactivityOf(user)
  if (inactivity) throw new Refusal(inactivity.code)
  if (await isPasswordFromMail(db, user.id, tooFresh)) throw new Refusal(commonErrors.forbidden)
  const limited = await consumeRateLimit(db, 'recoveryRequests', user.id)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  await transaction(db, (tx) => write(tx, caller, user, ask))
}

/**
 * Answers and works in the same way for a decoy, an inactive user, a fresh password, an open request and an exceeded
 * limit, but sends nothing in these cases: an error would reveal that the password was right.
 */
async function askUniformly(db: Db, caller: AttemptCaller, ask: Ask): Promise<void> {
  const { userId, decoy } = caller
  const id = decoy?.accountId ?? userId
  const user = await findUser(db, id)
  const hasFactor = await hasSecondFactor(db, id)
  const isFresh = await isPasswordFromMail(db, id, tooFresh)
  const isOpen = (await findRecovery(db, id)) !== undefined
  // A decoy has a limit of its own, so that strangers cannot use up the limit of the user.
  const isWithin = await isWithinLimit(
    db,
    'recoveryRequests',
    decoy ? `decoy ${decoy.key}` : userId,
  )
  const may = !decoy && hasFactor && user !== undefined && !inactivityOf(user)
  const isKept = may && !isFresh && !isOpen && isWithin
  const owner = isKept ? user : standIn(decoy?.key ?? '')
  await transaction(db, (tx) => keepIf(tx, isKept, () => write(tx, caller, owner, ask))).catch(
    ignoreRefusal,
  )
}

/** Returns an owner without an account. */
function standIn(email: string): Owner {
  return { id: randomUUID(), email, preferredLanguage: 'en' }
}

async function write(tx: Transaction, caller: AttemptCaller, user: Owner, ask: Ask): Promise<void> {
  const { phone, note: reason } = ask
  const asker = { kind: 'user', id: user.id } as const
  await askForReplacement(tx, caller, asker, { user, lost: 'factors', reason, phone })
}

/**
 * Ignores a `Refusal`, because the answer must not reveal a missing approver or a concurrent request. Rethrows other
 * errors.
 */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
