import {
  addressLimits,
  countAttempts,
  moveAttempt,
  recordAddressBlock,
  refundRateLimit,
  tryAttempt,
  type LimitKey,
  type RateLimited,
} from './rate-limit.ts'
import type { Origin } from '#server/caller.ts'
import { runAsKnown } from '#server/request-context.ts'
import { keepIf, transaction, type Db, type Transaction } from '#server/db.ts'
import { placeholderId } from './account.ts'
import {
  enforceStreaks,
  recordFailure,
  limitRefusal,
  wrongCredentialRefusal,
  type AskingSession,
  type Failure,
  type Owner,
} from './failed-check.ts'
import { clearStreaks, findStreak, maxStreak } from './failure-streak.ts'
import { acceptsAs, findMatchingPassword, type AcceptedPassword } from './password.ts'
import { consumeRecoveryCode, findRecoveryCode } from './recovery-code.ts'
import {
  consumeTotpStep,
  countWrongCode,
  findSecondFactor,
  stepOf,
  stepOfNobody,
  type SecondFactor,
} from './second-factor.ts'

/** Why a check failed, for the audit log. `first code`: of an authenticator that is being set up. */
export type FailureReason = 'password' | 'code' | 'first code' | 'passkey' | 'account locked'

/** What is checked for whom, and what a failure answers and records. */
export type CredentialCheck = {
  origin: Origin
  /** Account of the credential. Without an owner, only the IP address is counted. */
  owner?: Owner
  /** Browser that the owner has logged in with before: its own failures count, those of others do not. */
  browserId?: string | undefined
  /** Session in which the credential is asked for: it ends after five failures in a row. */
  session?: AskingSession
  /** A second credential follows: this one alone ends no row of failures. */
  isPart?: boolean
  /** Error codes: of a reached rate limit, with Retry-After, and of a wrong credential. */
  errors: { limited: number; wrong: number }
  /** Whether a refusal says how many attempts this browser or address has left. */
  includesAttemptsLeft?: boolean
  /** Of a decoy: no code is right. */
  isDecoy?: boolean
  /** Whether the work does not tell how it ended, nor what was counted before: a right password, or a lockout. */
  isUniform?: boolean
  /** Writes the audit row, in the transaction that also records a lockout. */
  onFailure: (tx: Transaction, reason: FailureReason) => Promise<void>
}

type Kind = Exclude<FailureReason, 'account locked'>

/**
 * Verifies a password and returns its id. An attempt is counted before the check and refunded unless the
 * password is wrong or the account is locked out (decision 11). Equal work for known, unknown and locked
 * accounts. Argon2id, CPU-bound. Never call inside a transaction. Throws the `errors` of the check.
 */
export function verifyPassword(
  db: Db,
  check: CredentialCheck,
  sent: { password: string; field?: string; accept: AcceptedPassword },
): Promise<string> {
  return attempt(db, { ...check, kind: 'password', field: sent.field }, async (isLockedOut) => {
    const found = await findMatchingPassword(db, check.owner?.id, sent.password)
    if (!found || !acceptsAs[sent.accept](found) || isLockedOut) throw new WrongCredential()
    return found.id
  })
}

export type SentCode = { otp: string } | { recoveryCode: string }

export type VerifiedCode = {
  method: 'otp' | 'recovery'
  /** Uses the code up. Throws when a parallel call has: the attempt then counts as a failure. */
  consume: (tx: Transaction) => Promise<void>
}

/**
 * Verifies a one-time password (RFC 6238) or a recovery code of the check's owner. `use` must call `consume`
 * in the transaction of what the code is for. Counted and refunded like a password. Never call inside a
 * transaction. Throws the `errors` of the check, and what `use` throws.
 */
export function verifyCode<Result>(
  db: Db,
  check: CredentialCheck & { owner: Owner },
  sent: SentCode,
  use: (code: VerifiedCode) => Promise<Result>,
): Promise<Result> {
  const begun = { ...check, kind: 'code' as const, field: 'otp' in sent ? 'otp' : 'recoveryCode' }
  return attempt(db, begun, async (isLockedOut) => {
    const code =
      'otp' in sent
        ? await findTotpCode(db, begun, sent.otp, isLockedOut)
        : await findStoredCode(db, check.owner.id, sent.recoveryCode)
    if (!code || isLockedOut || check.isDecoy) throw new WrongCredential()
    return use(code)
  })
}

/** Verifies the first one-time password of a new authenticator; returns its time step. */
export function verifyFirstCode(
  db: Db,
  check: Omit<CredentialCheck, 'owner' | 'browserId'>,
  factor: SecondFactor,
  otp: string,
): Promise<number> {
  return attempt(db, { ...check, kind: 'first code', field: 'otp' }, async () => {
    const step = stepOf(factor, otp)
    if (step === undefined) throw new WrongCredential()
    return step
  })
}

/** Thrown by the work of an attempt: it counts as a failure, and answers the refusal or else the error of the check. */
export class WrongCredential extends Error {
  refusal?: Failure['refusal']
}
/** A code or an answer that was right once: refused like a wrong one, but no guess. */
export class UsedCode extends WrongCredential {}
class DisablingCode extends WrongCredential {}

type Attempt = CredentialCheck & { kind: Kind; field: string | undefined }

type Counted = {
  /** The account accepts nothing from this browser, for half an hour or until a new password. */
  isLockedOut: boolean
  /** This attempt is the last one before the limit: a failure blocks the address or locks the account. */
  blocksAddress: boolean
  locksAccount: boolean
  /** Of the browser or the address. */
  attemptsLeft: number
}

/** Counts an attempt before its work, and refunds it unless that throws `WrongCredential`. */
export async function attempt<Result>(
  db: Db,
  check: Attempt,
  work: (isLockedOut: boolean) => Promise<Result>,
): Promise<Result> {
  const counted = await count(db, check)
  if ('retryAfterSeconds' in counted) throw limitRefusal(check, counted)
  let result: Result
  try {
    const run = () => work(counted.isLockedOut)
    result = await (check.browserId === undefined ? run() : runAsKnown(run))
  } catch (error) {
    if (error instanceof WrongCredential) {
      const isUsed = error instanceof UsedCode && !counted.isLockedOut
      const isMoved = await refundUsedCode(db, check, isUsed)
      return fail(db, check, {
        ...counted,
        ...(isMoved && { blocksAddress: false, locksAccount: false, attemptsLeft: Infinity }),
        isGuess: !isMoved && !counted.isLockedOut,
        disablesFactor: error instanceof DisablingCode,
        refusal: error.refusal,
      })
    }
    // Not checked, such as under overload, or right: only a failure stays counted.
    await refund(db, check, counted)
    throw error
  }
  if (isFirstStep(check)) await pretendFailure(db, check, counted)
  else await refund(db, check, counted)
  if (check.session && !check.isPart) await clearStreaks(db, [check.session.id])
  return result
}

/** Counts in a known browser there, elsewhere for the IP address and the account. */
async function count(db: Db, check: Attempt): Promise<Counted | RateLimited> {
  const place = await countAttempts(db, placeLimits(check))
  if ('retryAfterSeconds' in place) return place
  const blocksAddress = place.isLast && check.browserId === undefined
  const { attemptsLeft } = place
  const limit = accountLimit(check)
  if (!limit) return { isLockedOut: false, blocksAddress, locksAccount: false, attemptsLeft }
  const account = await tryAttempt(db, ...limit)
  const isRestricted = (await findStreak(db, limit[1])) >= maxStreak
  const isLockedOut = !account || isRestricted
  const locksAccount = !isLockedOut && account.isLast
  return { isLockedOut, blocksAddress, locksAccount, attemptsLeft }
}

/** A locked account did not count this attempt: a refund there would lift the lockout. */
async function refund(db: Db, check: Attempt, { isLockedOut }: Counted): Promise<void> {
  const account = isLockedOut ? undefined : accountLimit(check)
  for (const limit of [...placeLimits(check), ...(account ? [account] : [])])
    await refundRateLimit(db, limit)
}

/** The first step of a login that tells nothing: it stays counted at its place until the login is completed. */
function isFirstStep({ kind, isUniform }: Attempt): boolean {
  return kind === 'password' && isUniform === true
}

/** For a right password: what a wrong one does, without its effects. */
async function pretendFailure(db: Db, check: Attempt, counted: Counted): Promise<void> {
  const failed = { ...counted, isGuess: true, disablesFactor: false }
  await transaction(db, (tx) => writeFailure(tx, check, failed, false))
  await refundAccount(db, check, true)
}

async function refundAccount(db: Db, check: Attempt, isRight: boolean): Promise<void> {
  const account = accountLimit(check)
  if (account) await refundRateLimit(db, account, isRight)
}

/** Some used codes count for account and browser alone; a further one stays counted as a failure. */
async function refundUsedCode(db: Db, check: Attempt, isUsed: boolean): Promise<boolean> {
  const account = accountLimit(check)
  const { kind, owner, browserId } = check
  if (kind !== 'code' && kind !== 'passkey') return false
  return moveAttempt(db, {
    isWanted: isUsed,
    from: [...placeLimits(check), ...(account ? [account] : [])],
    to: ['usedCodes', `${owner?.id} ${browserId ?? 'unknown'}`],
  })
}

async function fail(db: Db, check: Attempt, failed: Counted & Failure): Promise<never> {
  const { owner } = check
  const streaks = await transaction(db, (tx) => writeFailure(tx, check, failed))
  if (isFirstStep(check)) await refundAccount(db, check, false)
  if (owner && streaks) await enforceStreaks(db, { ...check, owner }, streaks)
  throw failed.refusal ?? wrongCredentialRefusal(check, failed.attemptsLeft)
}

async function writeFailure(
  tx: Transaction,
  check: Attempt,
  failed: Counted & Failure,
  isKept = true,
) {
  const { kind, origin, owner } = check
  if (failed.blocksAddress) await recordAddressBlock(tx, 'addressFailures', origin)
  const write = async () => {
    await check.onFailure(tx, failed.isLockedOut ? 'account locked' : kind)
    return owner && recordFailure(tx, { ...check, owner }, failed)
  }
  return isFirstStep(check) ? keepIf(tx, isKept, write) : write()
}

function placeLimits({ kind, origin, browserId }: Attempt): LimitKey[] {
  if (browserId === undefined) return addressLimits('addressFailures', origin)
  return [[kind === 'password' ? 'browserPassword' : 'browserCode', browserId]]
}

function accountLimit({ kind, owner, browserId }: Attempt): LimitKey | undefined {
  if (browserId !== undefined || !owner) return undefined
  return [kind === 'password' ? 'accountPassword' : 'accountCode', owner.id ?? owner.email]
}

async function findTotpCode(
  db: Db,
  check: Attempt & { owner: Owner },
  otp: string,
  isLockedOut: boolean,
): Promise<VerifiedCode | undefined> {
  const { owner, isDecoy = false } = check
  const factor = await findSecondFactor(db, owner.id ?? placeholderId)
  const step = !factor ? stepOfNobody(otp) : factor.isDisabled ? undefined : stepOf(factor, otp)
  const isUsed = step !== undefined && step <= (factor?.lastStep ?? 0)
  if (factor && step !== undefined && !isUsed && !isDecoy)
    return { method: 'otp', consume: once((tx) => consumeTotpStep(tx, factor, step)) }
  // A locked account accepts no code, so wrong ones must not add up to disabling the factor: nor those of strangers.
  const isGuess = !isUsed && !isDecoy && !isLockedOut
  const isLast = await countWrongCode(
    db,
    factor?.id ?? placeholderId,
    isGuess,
    placeLimits(check)[0],
  )
  if (isUsed) throw new UsedCode()
  if (isLast) throw new DisablingCode()
  return undefined
}

async function findStoredCode(
  db: Db,
  userId: string | undefined,
  sent: string,
): Promise<VerifiedCode | undefined> {
  const found = await findRecoveryCode(db, userId ?? placeholderId, sent)
  if (found?.isUsed) throw new UsedCode()
  return found && { method: 'recovery', consume: once((tx) => consumeRecoveryCode(tx, found.id)) }
}

function once(consume: (tx: Transaction) => Promise<boolean>) {
  return async (tx: Transaction): Promise<void> => {
    if (!(await consume(tx))) throw new UsedCode()
  }
}
