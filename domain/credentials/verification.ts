import type { Sql } from 'sql-template-tag'
import type { Origin } from '#server/caller.ts'
import { runAsKnown } from '#server/request-context.ts'
import { keepIf, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import type { LoginStrategy } from '#server/login-strategy.ts'
import { placeholderId } from '../accounts/account.ts'
import {
  accountLimits,
  countAttempt,
  refundAttempt,
  refundUsedCode,
  sourceLimits,
  type AttemptCount,
} from './attempt-count.ts'
import {
  enforceStreaks,
  recordFailure,
  limitRefusal,
  wrongCredentialRefusal,
  type AskingSession,
  type Failure,
  type Owner,
} from './failed-check.ts'
import { clearStreaks } from './failure-streak.ts'
import {
  acceptsAs,
  matchPassword,
  selectPassword,
  type AcceptedPassword,
  type CurrentPassword,
} from './password.ts'
import { recordAddressBlock } from './address-limit.ts'
import { refundAttempts } from './rate-limit.ts'
import { consumeRecoveryCode, findRecoveryCode } from './recovery-code.ts'
import {
  consumeTotpStep,
  countWrongCode,
  selectSecondFactor,
  stepOf,
  usableStepOf,
  withDecryptedSecret,
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
  const work = async (isLockedOut: boolean, current: CurrentPassword | undefined) => {
    const match = await matchPassword(db, current, password)
    if (!match || !acceptsAs[accept](match) || isLockedOut) throw new WrongCredential()
    return match.id
  }
  return attempt(db, { ...check, kind: 'password', field }, work, selectPassword(check.owner?.id))
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
  const work = async (isLockedOut: boolean, factor: SecondFactor | undefined) => {
    const code =
      'otp' in input
        ? await findTotpCode(db, codeCheck, { otp: input.otp, isLockedOut, factor })
        : await findStoredCode(db, check.owner.id, input.recoveryCode)
    if (!code || isLockedOut || check.isDecoy) throw new WrongCredential()
    return use(code)
  }
  const query = 'otp' in input ? selectSecondFactor(check.owner.id ?? placeholderId) : undefined
  return attempt(db, codeCheck, work, query)
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
/**
 * Counts an attempt, runs its work and returns the result. Refunds it unless the work throws `WrongCredential`. The work
 * gets the stored credential that `query` selects; undefined if it selects none.
 */
export async function attempt<Result, Credential extends { id: string }>(
  db: Db,
  check: Attempt,
  work: (isLockedOut: boolean, credential: Credential | undefined) => Promise<Result>,
  query: Sql = sql`select`,
): Promise<Result> {
  const counted = await countAttempt<Credential>(db, check, query)
  if ('retryAfterSeconds' in counted) throw limitRefusal(check, counted)
  let result: Result
  try {
    const run = () => work(counted.isLockedOut, counted.credential)
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
    await refundAttempt(db, check, counted)
    throw error
  }
  if (isFirstStep(check)) await pretendFailure(db, check, counted)
  else await refundAttempt(db, check, counted)
  if (check.session && !check.isPart) await clearStreaks(db, [check.session.id])
  return result
}

/** Returns true for the first step of a uniform login. `sourceLimits` count its attempt until the login completes. */
const isFirstStep = ({ kind, strategy }: Attempt) =>
  kind === 'password' && strategy?.isUniform === true

/** Does the work of a wrong password for a correct one, without its effects. */
async function pretendFailure(db: Db, check: Attempt, counted: AttemptCount): Promise<void> {
  const failed = { ...counted, isGuess: true, disablesFactor: false }
  await transaction(db, (tx) => writeFailure(tx, check, failed, { isKept: false }))
  await refundAttempts(db, accountLimits(check))
}

async function fail(db: Db, check: Attempt, failed: AttemptCount & Failure): Promise<never> {
  const streaks = await transaction(db, (tx) => writeFailure(tx, check, failed))
  // Runs the statements of a correct password, for constant work.
  if (isFirstStep(check)) await refundAttempts(db, accountLimits(check), false)
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

async function findTotpCode(
  db: Db,
  check: Attempt,
  input: { otp: string; isLockedOut: boolean; factor: SecondFactor | undefined },
): Promise<VerifiedCode | undefined> {
  const { otp, isLockedOut } = input
  const { isDecoy = false } = check
  const factor = input.factor && withDecryptedSecret(input.factor)
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
