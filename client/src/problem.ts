import { CallFailure } from '../../contract/call.ts'
import {
  Refusal,
  statusOf,
  type errorCodes,
  type Fault,
  type Proof,
} from '../../contract/refusal.ts'

type KnownCode = (typeof errorCodes)[keyof typeof errorCodes]

/** The portal refused a call. `errorCode` is one of `errorCodes`; a later version of the portal may have more. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  status: number
  errorCode: KnownCode | (number & {})
  /** Which fields break which rule. */
  errors: readonly Fault[]
  /** Finds the call in the logs of the portal. */
  requestId: string | undefined
  retryAfterSeconds: number | undefined
  /** For 403003: what the caller has to show. */
  proofs: readonly Proof[] | undefined

  constructor(refusal: Refusal) {
    super(`error code ${refusal.code}, request ${refusal.requestId}`, { cause: refusal })
    this.status = statusOf(refusal.code)
    this.errorCode = refusal.code
    this.errors = refusal.faults
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.proofs = refusal.proofs
  }
}

/** The portal gave a service account no token. `error` is the code of RFC 6749 §5.2, such as `invalid_client`. */
export class TokenError extends Error {
  override name = 'TokenError'
  status: number
  error: string | undefined
  retryAfterSeconds: number | undefined

  constructor(status: number, error: string | undefined, retryAfterSeconds: number | undefined) {
    super(`no token: ${status} ${error}`)
    this.status = status
    this.error = error
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const attempts = 4
const longestWaitSeconds = 60

/** Repeats what was refused because the portal is busy, as often and as late as it says. */
export async function patiently<Value>(
  method: string,
  work: () => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (cause) {
      const error = cause instanceof Refusal ? new ProblemError(cause) : cause
      const seconds = attempt < attempts ? waitOf(error, method) : undefined
      if (seconds === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      if (signal?.aborted) throw new CallFailure('aborted', { cause: signal.reason })
    }
  }
}

/** A POST that was answered with 503 may have been done; without a token it was not sent. */
function waitOf(error: unknown, method: string): number | undefined {
  if (!(error instanceof ProblemError || error instanceof TokenError)) return undefined
  const { status, retryAfterSeconds: seconds = Infinity } = error
  const isUndone = method !== 'POST' || error instanceof TokenError
  const mayRepeat = status === 429 || (status === 503 && isUndone)
  return mayRepeat && seconds <= longestWaitSeconds ? seconds : undefined
}
