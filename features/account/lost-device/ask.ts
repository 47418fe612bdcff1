import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { isPasswordFromMail } from '#domain/credentials/password.ts'
import { consumeRateLimit, consumeWithinLimit } from '#domain/credentials/rate-limit.ts'
import { askForReplacement, findRecovery } from '#domain/sign-in/recovery.ts'
import { hasSecondFactor } from '#domain/credentials/second-factor.ts'
import { findUser, inactivityOf, type User } from '#domain/accounts/user.ts'
import type { AttemptCaller } from '#server/caller.ts'
import { keepIf, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { loginStrategy } from '#server/login-strategy.ts'
import type { askForHelp as endpoint } from './contract.ts'

type HelpRequest = Body<typeof endpoint>
type Owner = Pick<User, 'id' | 'email' | 'preferredLanguage'>

/** Start of the period in which a password set by an emailed link proves nothing: an attacker may read the mailbox. */
const mailedSince = sql`now() - interval '24 hours'`

/**
 * Requests a new second factor for a user who has entered the right password but lost the device. An approver decides.
 */
export async function askForHelp(
  db: Db,
  caller: AttemptCaller,
  request: HelpRequest,
): Promise<void> {
  if (!caller.firstMethods.includes('pwd')) throw new Refusal(errorCodes.loginExpired)
  if (loginStrategy().isUniform) return askUniformly(db, caller, request)
  const user = await findUser(db, caller.userId)
  if (!user || !(await hasSecondFactor(db, user.id))) throw new Refusal(errorCodes.loginExpired)
  const inactivity = inactivityOf(user)
  if (inactivity) throw new Refusal(inactivity.code)
  if (await isPasswordFromMail(db, user.id, mailedSince)) throw new Refusal(commonErrors.forbidden)
  const limited = await consumeRateLimit(db, 'recoveryRequests', user.id)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  await transaction(db, (tx) => createRequest(tx, caller, user, request))
}

/**
 * Always gives the same answer and does the same work, because an error would reveal that the password was right. Sends
 * nothing for a decoy, an inactive user, a user without a second factor, a password recently set by an emailed link, an
 * open request or an exceeded limit.
 */
async function askUniformly(db: Db, caller: AttemptCaller, request: HelpRequest): Promise<void> {
  const { userId, decoy } = caller
  const accountId = decoy?.accountId ?? userId
  const user = await findUser(db, accountId)
  const hasFactor = await hasSecondFactor(db, accountId)
  const isMailedPassword = await isPasswordFromMail(db, accountId, mailedSince)
  const hasRequest = (await findRecovery(db, accountId)) !== undefined
  // A decoy has a limit of its own, so that strangers cannot use up the limit of the user.
  const isBelowLimit = await consumeWithinLimit(
    db,
    'recoveryRequests',
    decoy ? `decoy ${decoy.key}` : userId,
  )
  const isEntitled = !decoy && hasFactor && user !== undefined && !inactivityOf(user)
  const isAccepted = isEntitled && !isMailedPassword && !hasRequest && isBelowLimit
  const owner = isAccepted ? user : decoyOwner(decoy?.key)
  await transaction(db, (tx) =>
    keepIf(tx, isAccepted, () => createRequest(tx, caller, owner, request)),
  ).catch(ignoreRefusal)
}

/** Returns an owner without an account, for whom the same statements run. Nothing is sent to the address. */
function decoyOwner(email = ''): Owner {
  return { id: randomUUID(), email, preferredLanguage: 'en' }
}

async function createRequest(
  tx: Transaction,
  caller: AttemptCaller,
  user: Owner,
  request: HelpRequest,
): Promise<void> {
  const { phone, note: reason } = request
  const requester = { kind: 'user', id: user.id } as const
  await askForReplacement(tx, caller, requester, { user, lost: 'factors', reason, phone })
}

/**
 * Ignores a `Refusal`, because the answer must not reveal a missing approver or a concurrent request. Rethrows other
 * errors.
 */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
