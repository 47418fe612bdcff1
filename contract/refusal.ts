/** Error codes that every endpoint can answer, besides those that it declares. */
export const commonErrors = {
  invalidInput: 400001,
  adminNotLoggedIn: 401001,
  notLoggedIn: 401101,
  forbidden: 403001,
  invalidCsrfToken: 403002,
  notFound: 404001,
  methodNotAllowed: 405001,
  requestTimeout: 408001,
  tooLarge: 413001,
  notJson: 415001,
  headersTooLarge: 431001,
  unexpected: 500001,
  notAvailable: 503001,
} as const

/** Every error code of the API. The first three digits are the HTTP status. */
export const errorCodes = {
  ...commonErrors,
  invalidLink: 400301,
  humanCheckFailed: 400401,
  tooShort: 400501,
  notStrong: 400502,
  recentPassword: 400503,
  personalPassword: 400504,
  passwordsDiffer: 400505,
  startsWithSpecial: 400506,
  wrongOldPassword: 400507,
  commonPassword: 400508,
  unableToProcess: 400601,
  invalidCredentials: 401201,
  loginExpired: 401202,
  wrongCode: 401203,
  wrongPasskey: 401204,
  ceremonyExpired: 401205,
  invalidToken: 401301,
  stepUpRequired: 403003,
  stepUpFailed: 403004,
  mayNotDecide: 403005,
  beyondDelegation: 403007,
  userInactive: 403301,
  partnerInactive: 403302,
  changedMeanwhile: 409001,
  secondFactorAlreadySet: 409002,
  idempotencyKeyReused: 409003,
  approvalPending: 409004,
  lastWayIn: 409005,
  lastOwner: 409006,
  ownAddressExcluded: 409007,
  noSecondPerson: 409009,
  userOfOtherCompany: 409010,
  tooManyRequests: 429001,
  addressBlocked: 429201,
} as const

/** Error codes by name. */
export type Refusals = Readonly<Record<string, number>>

/** Returns the error codes with these names, for the `refusals` of an endpoint. */
export function errors<Name extends keyof typeof errorCodes>(
  ...names: Name[]
): Pick<typeof errorCodes, Name> {
  const entries = names.map((name) => [name, errorCodes[name]])
  return Object.fromEntries(entries) as Pick<typeof errorCodes, Name>
}

/** The methods of step-up authentication. */
export type Proof = 'passkey' | 'otp' | 'password-otp' | 'password'

/** An entry of an error response: error code, field, and name of the broken rule. */
export type Fault = {
  code: number
  field?: string | undefined
  rule?: string | undefined
  /** The text to write instead in a configuration file, in English. `field` is a JSON Pointer (RFC 6901) into that file. */
  detail?: string | undefined
  /** The name of the admin who changed the record meanwhile (409001). */
  by?: string | undefined
  /** The name of the company that the user belongs to (409010). */
  company?: string | undefined
  /** The number of attempts left before this browser or address is blocked, if few (401201, 401203 at a login). */
  attemptsLeft?: number | undefined
}

type RefusalDetails = {
  field?: string | undefined
  faults?: readonly Fault[]
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  /** The login page of the admins' identity provider. */
  redirectTo?: string | undefined
  /** The methods of step-up authentication that the caller can use (403003). */
  proofs?: readonly Proof[] | undefined
  /** The server that answered: `portico`, or `auth-proxy` in front of it. */
  source?: string | undefined
  /** The scope that an access token lacks (RFC 6750 §3.1). */
  scope?: string | undefined
}

/** An expected error with an error code, thrown by both server and client. Any other error is a bug. */
export class Refusal extends Error {
  override name = 'Refusal'
  code: number
  faults: readonly Fault[]
  requestId: string | undefined
  retryAfterSeconds: number | undefined
  /** The time of the local clock at which to retry, in milliseconds; computed from `retryAfterSeconds`. */
  retryAtMs: number | undefined
  redirectTo: string | undefined
  proofs: readonly Proof[] | undefined
  source: string | undefined
  scope: string | undefined

  constructor(code: number, details: RefusalDetails = {}) {
    super(`error code ${code}`)
    this.code = code
    this.faults = details.faults ?? [{ code, ...(details.field && { field: details.field }) }]
    this.requestId = details.requestId
    const seconds = details.retryAfterSeconds
    this.retryAfterSeconds = seconds
    this.retryAtMs = seconds === undefined ? undefined : Date.now() + seconds * 1000
    this.redirectTo = details.redirectTo
    this.proofs = details.proofs
    this.source = details.source
    this.scope = details.scope
  }
}

/** Returns a 400001 for a rule that only the server can check, such as a unique name. */
export function invalidField(field: string, rule: string): Refusal {
  const code = commonErrors.invalidInput
  return new Refusal(code, { faults: [{ code, field, rule }] })
}

export function statusOf(code: number): number {
  return Math.floor(code / 1000)
}
