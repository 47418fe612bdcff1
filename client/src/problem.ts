import { CallFailure } from '../../contract/call.ts'
import {
  Refusal,
  statusOf,
  type errorCodes,
  type Fault,
  type Proof,
} from '../../contract/refusal.ts'

type KnownCode = (typeof errorCodes)[keyof typeof errorCodes]

/** Thrown if the portal answers with an error. Later versions of the portal may use codes beyond `errorCodes`. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  status: number
  /** `number & {}` allows later codes, and editors still suggest the known ones. */
  errorCode: KnownCode | (number & {})
  /** The invalid fields and the rules that they break. */
  errors: readonly Fault[]
  /** The id of the request in the portal's logs. */
  requestId: string | undefined
  retryAfterSeconds: number | undefined
  /** The methods of step-up authentication that the user can use (403003). */
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

/** Thrown if a service account gets no token. `error` is the code of RFC 6749 §5.2, such as `invalid_client`. */
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

const maxAttempts = 4
const maxWaitSeconds = 60

/** Runs `work`, and retries it after Retry-After, at most `maxAttempts` times in total, while the portal is busy. */
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
      const seconds = attempt < maxAttempts ? waitOf(error, method) : undefined
      if (seconds === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      if (signal?.aborted) throw new CallFailure('aborted', { cause: signal.reason })
    }
  }
}

/**
 * Returns the seconds to wait before a retry, or undefined if there must be none. A POST that was answered with 503 is
 * not retried because it may have been carried out; after a TokenError it was never sent.
 */
function waitOf(error: unknown, method: string): number | undefined {
  if (!(error instanceof ProblemError || error instanceof TokenError)) return undefined
  const { status, retryAfterSeconds: seconds = Infinity } = error
  const isRepeatable = method !== 'POST' || error instanceof TokenError
  const mayRetry = status === 429 || (status === 503 && isRepeatable)
  return mayRetry && seconds <= maxWaitSeconds ? seconds : undefined
}
