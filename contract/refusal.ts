/**
 * Every way in which the server can say no, and the number that travels.
 * The first three digits are the HTTP status; the last three tell refusals apart.
 */
export const errorCodes = {
  invalidInput: 400001,
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
  adminNotLoggedIn: 401001,
  notLoggedIn: 401101,
  invalidCredentials: 401201,
  loginExpired: 401202,
  wrongCode: 401203,
  invalidToken: 401301,
  forbidden: 403001,
  invalidCsrfToken: 403002,
  stepUpRequired: 403003,
  stepUpFailed: 403004,
  userInactive: 403301,
  partnerInactive: 403302,
  notFound: 404001,
  methodNotAllowed: 405001,
  changedMeanwhile: 409001,
  secondFactorAlreadySet: 409002,
  idempotencyKeyReused: 409003,
  tooLarge: 413001,
  notJson: 415001,
  tooManyRequests: 429001,
  addressBlocked: 429201,
  unexpected: 500001,
  notAvailable: 503001,
} as const

export type Refusals = Readonly<Record<string, number>>

/** What any endpoint may answer, on top of what it declares itself. */
export const commonErrors = {
  invalidInput: errorCodes.invalidInput,
  notLoggedIn: errorCodes.notLoggedIn,
  adminNotLoggedIn: errorCodes.adminNotLoggedIn,
  forbidden: errorCodes.forbidden,
  invalidCsrfToken: errorCodes.invalidCsrfToken,
  notFound: errorCodes.notFound,
  methodNotAllowed: errorCodes.methodNotAllowed,
  tooLarge: errorCodes.tooLarge,
  notJson: errorCodes.notJson,
  unexpected: errorCodes.unexpected,
  notAvailable: errorCodes.notAvailable,
} satisfies Refusals

/** One wrong thing: the refusal's code, the field it stands at, and the rule's name where one was broken. */
export type Fault = {
  code: number
  field?: string | undefined
  rule?: string | undefined
  /** Where somebody was faster: her name. */
  by?: string | undefined
}

type RefusalDetails = {
  field?: string | undefined
  faults?: readonly Fault[]
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  /** Where an admin logs in, when that is not here. */
  redirectTo?: string | undefined
}

/** An expected no. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  code: number
  faults: readonly Fault[]
  requestId: string | undefined
  retryAfterSeconds: number | undefined
  redirectTo: string | undefined

  constructor(code: number, about: RefusalDetails = {}) {
    super(`refused with ${code}`)
    this.name = 'Refusal'
    this.code = code
    this.faults = about.faults ?? [{ code, ...(about.field && { field: about.field }) }]
    this.requestId = about.requestId
    this.retryAfterSeconds = about.retryAfterSeconds
    this.redirectTo = about.redirectTo
  }
}

export function statusOf(code: number): number {
  return Math.floor(code / 1000)
}
