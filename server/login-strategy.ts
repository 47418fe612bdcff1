import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCodes, Refusal, type Fault } from '#contract/refusal.ts'
import { config } from './config.ts'
import { keepIf, type Transaction } from './db.ts'

/** Second factors that a uniform login offers to everyone, whether the account has them or not. */
const everyMethod = ['passkey', 'otp', 'recovery'] as const
/**
 * Maximum random delay in milliseconds of a failed second step. Attempts are limited, so averaging cannot reveal the
 * remaining time difference.
 */
const maxDelayMs = 20

type SecondFactorMethod = (typeof everyMethod)[number]

/**
 * The behavior of a login that depends on `LOGIN_UNIFORM` (decision 83).
 *
 * Contract of the uniform strategy: for the same input, a stranger measures the same for a right and a wrong password,
 * an unknown address, and a locked or inactive account. The answer has the same bytes, the same statements run in the
 * same order, and the same number of hashes is computed (constant work). Only a login with every factor right reveals
 * that an account exists, or is inactive. So:
 *
 * - a wrong password starts a decoy (`login-attempt.ts`), and no factor of a decoy is right,
 * - a right password stays counted as a failure until the login is complete, and does a failure's work,
 * - a failure does the work of a lockout and of a mail, and undoes it if there is none,
 * - a request for help that is refused does the work of a sent one (`lost-device/ask.ts`),
 * - an error names neither a field nor the attempts left.
 *
 * `uniform-work.trial.ts` compares bytes, statements and hashes; `bench uniform` measures times.
 */
export type LoginStrategy = {
  /** True if the first step and a request for help have to conceal their result. */
  isUniform: boolean
  /** Code of the error for a wrong second factor. */
  wrongCode: number
  /** Returns true if work whose result is not wanted is skipped. */
  skips: (isWanted: boolean) => boolean
  /** Runs `write` if it is wanted. The uniform strategy always runs it, and rolls it back if it is not wanted. */
  writeIf: (tx: Transaction, isWanted: boolean, write: () => Promise<unknown>) => Promise<unknown>
  /** Returns the error for a wrong credential, with the fault if that may be shown. */
  refusalOf: (fault: Fault) => Refusal
  /** Returns the id of a verified password; undefined for a wrong one if the login continues with a decoy. */
  passwordIdOf: (verified: Promise<string>) => Promise<string | undefined>
  /** Returns the methods to offer after the first step. An empty list leads to the set-up of a second factor. */
  methodsOf: (attempt: { isDecoy: boolean; methods: SecondFactorMethod[] }) => SecondFactorMethod[]
  /** Waits before the answer to a failed second step. */
  delayFailure: () => Promise<unknown>
}

/** Shows users which step failed, and does no more work than needed. */
export const openStrategy: LoginStrategy = {
  isUniform: false,
  wrongCode: errorCodes.wrongCode,
  skips: (isWanted) => !isWanted,
  writeIf: async (_, isWanted, write) => isWanted && write(),
  refusalOf: (fault) => new Refusal(fault.code, { faults: [fault] }),
  passwordIdOf: (verified) => verified,
  methodsOf: ({ methods }) => methods,
  delayFailure: async () => undefined,
}

const uniformStrategy: LoginStrategy = {
  isUniform: true,
  wrongCode: errorCodes.invalidCredentials,
  skips: () => false,
  writeIf: keepIf,
  refusalOf: ({ code }) => new Refusal(code),
  passwordIdOf: (verified) => verified.catch(undefinedIfWrong),
  methodsOf: ({ isDecoy, methods }) => (isDecoy || methods.length > 0 ? [...everyMethod] : []),
  delayFailure: () => sleep(randomInt(maxDelayMs)),
}

/** Returns the strategy of the configuration. */
export function loginStrategy(): LoginStrategy {
  return config.loginUniform ? uniformStrategy : openStrategy
}

function undefinedIfWrong(error: unknown): undefined {
  if (error instanceof Refusal && error.code === errorCodes.invalidCredentials) return undefined
  throw error
}
