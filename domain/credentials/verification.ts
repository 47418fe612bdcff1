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
import type { LoginStrategy } from '#server/login-strategy.ts'
import { placeholderId } from '../accounts/account.ts'
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
  usableStepOf,
  type SecondFactor,
} from './second-factor.ts'

/** Reason for a failed check, for the audit log. `first code` is the code of an authenticator that is being set up. */
export type FailureReason = 'password' | 'code' | 'first code' | 'passkey' | 'account locked'

/** Context of a credential check: its owner, limits, errors and audit row. */
export type CredentialCheck = {
  origin: Origin
  /** Account of the credential. Without an owner, attempts count only for the IP address. */
  owner?: Owner
  /** Browser that the owner has logged in with before. Only its own failures count, not those of others. */
  browserId?: string | undefined
  /** Session that asks for the credential; ends after five failures in a row. */
  session?: AskingSession
  /** True if a second credential follows, so that this one alone does not end a streak of failures. */
  isPart?: boolean
  /** Error codes: `limited` for a reached rate limit, with Retry-After, and `wrong` for a wrong credential. */
  errors: { limited: number; wrong: number }
  /** True if an error shows the attempts that this browser or address has left. */
  includesAttemptsLeft?: boolean
  /** True for a decoy, for which no code is correct. */
  isDecoy?: boolean
  /** Strategy of a login. By default an open one, as in a session. */
  strategy?: LoginStrategy
  /** Writes the audit row in the transaction that also records a lockout. */
  onFailure: (tx: Transaction, reason: FailureReason) => Promise<void>
}

type Kind = Exclude<FailureReason, 'account locked'>

/**
 * Verifies a password and returns its id. The attempt is counted before the check, and refunded unless the password is
 * wrong, the account is locked out (decision 11) or the login is uniform. Does equal work for known, unknown and locked
 * accounts. Argon2id, CPU-bound. Never call inside a transaction. Throws the `errors` of the check.
 */
export function verifyPassword(
  db: Db,
  check: CredentialCheck,
  { password, field, accept }: { password: string; field?: string; accept: AcceptedPassword },
): Promise<string> {
  return attempt(db, { ...check, kind: 'password', field }, async (isLockedOut) => {
    const match = await findMatchingPassword(db, check.owner?.id, password)
    if (!match || !acceptsAs[accept](match) || isLockedOut) throw new WrongCredential()
    return match.id
  })
}

export type CodeInput = { otp: string } | { recoveryCode: string }

export type VerifiedCode = {
  method: 'otp' | 'recovery'
  /** Uses up the code. Throws `UsedCode` if a concurrent call has used it. */
  consume: (tx: Transaction) => Promise<void>
}

/**
 * Verifies a one-time password (RFC 6238) or a recovery code of the check's owner and returns the result of `use`,
 * which must call `consume` in the transaction of the action. The attempt is counted and refunded like that of a
 * password. Never call inside a transaction. Throws the `errors` of the check and the errors of `use`.
 */
export function verifyCode<Result>(
  db: Db,
  check: CredentialCheck & { owner: Owner },
  input: CodeInput,
  use: (code: VerifiedCode) => Promise<Result>,
): Promise<Result> {
  const field = 'otp' in input ? 'otp' : 'recoveryCode'
  const codeCheck = { ...check, kind: 'code' as const, field }
  return attempt(db, codeCheck, async (isLockedOut) => {
    const code =
      'otp' in input
        ? await findTotpCode(db, codeCheck, input.otp, isLockedOut)
        : await findStoredCode(db, check.owner.id, input.recoveryCode)
    if (!code || isLockedOut || check.isDecoy) throw new WrongCredential()
    return use(code)
  })
}

/** Verifies the first one-time password of a new authenticator and returns its time step. */
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

/** Error of a failed attempt. Answered with `refusal`, or by default with the `wrong` error of the check. */
export class WrongCredential extends Error {
  refusal?: Failure['refusal']
}
/** Error for a code or response that was used before. Refused like a wrong one, but not a guess. */
export class UsedCode extends WrongCredential {}
/** Error for the wrong code that disabled the second factor. */
class DisablingCode extends WrongCredential {}

type Attempt = CredentialCheck & { kind: Kind; field: string | undefined }
type AttemptCount = {
  /** True if the account accepts nothing from this browser, for half an hour or until a new password. */
  isLockedOut: boolean
  /** True if this attempt reached the limit of the address, so that a failure blocks it. */
  blocksAddress: boolean
  /** True if this attempt reached the limit of the account, so that a failure locks it. */
  locksAccount: boolean
  /** Number of attempts that the browser or the address has left. */
  attemptsLeft: number
}

/** Counts an attempt, runs its work and returns the result. Refunds it unless the work throws `WrongCredential`. */
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
    // A known browser does not wait in a queue with unknown ones.
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
    // Refunded, because the credential was not checked, as under overload, or was correct.
    await refund(db, check, counted)
    throw error
  }
  if (isFirstStep(check)) await pretendFailure(db, check, counted)
  else await refund(db, check, counted)
  if (check.session && !check.isPart) await clearStreaks(db, [check.session.id])
  return result
}

/** Counts an attempt for a known browser; for other browsers, counts it for the IP address and the account. */
async function count(db: Db, check: Attempt): Promise<AttemptCount | RateLimited> {
  const source = await countAttempts(db, sourceLimits(check))
  if ('retryAfterSeconds' in source) return source
  const blocksAddress = source.isLast && check.browserId === undefined
  const { attemptsLeft } = source
  const [limit] = accountLimits(check)
  if (!limit) return { isLockedOut: false, blocksAddress, locksAccount: false, attemptsLeft }
  const account = await tryAttempt(db, ...limit)
  const isRestricted = (await findStreak(db, limit[1])) >= maxStreak
  const isLockedOut = !account || isRestricted
  const locksAccount = !isLockedOut && account.isLast
  return { isLockedOut, blocksAddress, locksAccount, attemptsLeft }
}

/** Refunds an attempt. Not for a locked account: it counted nothing, and a refund would lift the lockout. */
async function refund(db: Db, check: Attempt, { isLockedOut }: AttemptCount): Promise<void> {
  const limits = [...sourceLimits(check), ...(isLockedOut ? [] : accountLimits(check))]
  for (const limit of limits) await refundRateLimit(db, limit)
}

/** Returns true for the first step of a uniform login. `sourceLimits` count its attempt until the login completes. */
const isFirstStep = ({ kind, strategy }: Attempt) =>
  kind === 'password' && strategy?.isUniform === true

/** Does the work of a wrong password for a correct one, without its effects. */
async function pretendFailure(db: Db, check: Attempt, counted: AttemptCount): Promise<void> {
  const failed = { ...counted, isGuess: true, disablesFactor: false }
  await transaction(db, (tx) => writeFailure(tx, check, failed, { isKept: false }))
  await refundAccount(db, check, { isWanted: true })
}

async function refundAccount(db: Db, check: Attempt, { isWanted }: { isWanted: boolean }) {
  for (const limit of accountLimits(check)) await refundRateLimit(db, limit, isWanted)
}

/** Moves the attempt of a used code to a limit of its own. Returns false if that limit is reached or the code is new. */
async function refundUsedCode(db: Db, check: Attempt, isUsed: boolean): Promise<boolean> {
  const { kind, owner, browserId } = check
  if (kind !== 'code' && kind !== 'passkey') return false
  return moveAttempt(db, {
    isWanted: isUsed,
    from: [...sourceLimits(check), ...accountLimits(check)],
    to: ['usedCodes', `${owner?.id} ${browserId ?? 'unknown'}`],
  })
}

async function fail(db: Db, check: Attempt, failed: AttemptCount & Failure): Promise<never> {
  const streaks = await transaction(db, (tx) => writeFailure(tx, check, failed))
  // Runs the statements of a correct password, for constant work.
  if (isFirstStep(check)) await refundAccount(db, check, { isWanted: false })
  if (check.owner && streaks) await enforceStreaks(db, { ...check, owner: check.owner }, streaks)
  throw failed.refusal ?? wrongCredentialRefusal(check, failed.attemptsLeft)
}

async function writeFailure(
  tx: Transaction,
  check: Attempt,
  failed: AttemptCount & Failure,
  { isKept = true } = {},
) {
  const { kind, origin, owner } = check
  if (failed.blocksAddress) await recordAddressBlock(tx, 'addressFailures', origin)
  const write = async () => {
    await check.onFailure(tx, failed.isLockedOut ? 'account locked' : kind)
    return owner && recordFailure(tx, { ...check, owner }, failed)
  }
  return isFirstStep(check) ? keepIf(tx, isKept, write) : write()
}

/** Returns the limits of a known browser, or else of the IP address. */
function sourceLimits({ kind, origin, browserId }: Attempt): LimitKey[] {
  if (browserId === undefined) return addressLimits('addressFailures', origin)
  return [[kind === 'password' ? 'browserPassword' : 'browserCode', browserId]]
}

/** Returns the limit of the account; none for a known browser, and for an attempt without an owner. */
function accountLimits({ kind, owner, browserId }: Attempt): LimitKey[] {
  if (browserId !== undefined || !owner) return []
  return [[kind === 'password' ? 'accountPassword' : 'accountCode', owner.id ?? owner.email]]
}

async function findTotpCode(
  db: Db,
  check: Attempt & { owner: Owner },
  otp: string,
  isLockedOut: boolean,
): Promise<VerifiedCode | undefined> {
  const { owner, isDecoy = false } = check
  const factor = await findSecondFactor(db, owner.id ?? placeholderId)
  const step = usableStepOf(factor, otp)
  const isUsed = step !== undefined && step <= (factor?.lastStep ?? 0)
  if (factor && step !== undefined && !isUsed && !isDecoy)
    return { method: 'otp', consume: ifUnused((tx) => consumeTotpStep(tx, factor, step)) }
  // Wrong codes for a locked account or a decoy do not count, because strangers must not be able to disable the factor.
  const isGuess = !isUsed && !isDecoy && !isLockedOut
  const factorId = factor?.id ?? placeholderId
  const isDisabling = await countWrongCode(db, factorId, isGuess, sourceLimits(check)[0])
  if (isUsed) throw new UsedCode()
  if (isDisabling) throw new DisablingCode()
  return undefined
}

async function findStoredCode(
  db: Db,
  userId: string | undefined,
  recoveryCode: string,
): Promise<VerifiedCode | undefined> {
  const code = await findRecoveryCode(db, userId ?? placeholderId, recoveryCode)
  if (code?.isUsed) throw new UsedCode()
  return code && { method: 'recovery', consume: ifUnused((tx) => consumeRecoveryCode(tx, code.id)) }
}

function ifUnused(consume: (tx: Transaction) => Promise<boolean>) {
  return async (tx: Transaction): Promise<void> => {
    if (!(await consume(tx))) throw new UsedCode()
  }
}
