import type { CallFailure } from './call.ts'
import type { errorCodes } from './refusal.ts'

/** The action that resolves an error. `program`: only programs that call the API get the error. */
export type Remedy =
  | 'correct input'
  | 'confirm identity'
  | 'try again'
  | 'wait'
  | 'reload'
  | 'log in'
  | 'request a new link'
  | 'go back'
  | 'contact support'
  | 'repeat passkey'
  | 'program'

/** The name of an error code, the kind of a call without a valid response, or `failed` for a bug in the page. */
export type ErrorName = keyof typeof errorCodes | CallFailure['kind'] | 'failed'

/** The remedy of each error; docs/errors.md lists it beside the texts of each screen. */
export const remedies = {
  invalidInput: 'correct input',
  invalidLink: 'request a new link',
  humanCheckFailed: 'reload',
  tooShort: 'correct input',
  notStrong: 'correct input',
  recentPassword: 'correct input',
  personalPassword: 'correct input',
  passwordsDiffer: 'correct input',
  startsWithSpecial: 'correct input',
  wrongOldPassword: 'correct input',
  commonPassword: 'correct input',
  unableToProcess: 'log in',
  adminNotLoggedIn: 'log in',
  notLoggedIn: 'log in',
  invalidCredentials: 'correct input',
  loginExpired: 'log in',
  wrongCode: 'correct input',
  wrongPasskey: 'repeat passkey',
  ceremonyExpired: 'repeat passkey',
  invalidToken: 'program',
  forbidden: 'contact support',
  invalidCsrfToken: 'reload',
  stepUpRequired: 'confirm identity',
  stepUpFailed: 'correct input',
  userInactive: 'contact support',
  partnerInactive: 'contact support',
  notFound: 'go back',
  methodNotAllowed: 'program',
  changedMeanwhile: 'reload',
  secondFactorAlreadySet: 'log in',
  idempotencyKeyReused: 'program',
  lastWayIn: 'correct input',
  mayNotDecide: 'go back',
  beyondDelegation: 'contact support',
  approvalPending: 'wait',
  lastOwner: 'correct input',
  ownAddressExcluded: 'correct input',
  noSecondPerson: 'contact support',
  userOfOtherCompany: 'correct input',
  tooLarge: 'correct input',
  headersTooLarge: 'program',
  requestTimeout: 'program',
  notJson: 'program',
  tooManyRequests: 'wait',
  addressBlocked: 'wait',
  unexpected: 'try again',
  notAvailable: 'try again',
  network: 'try again',
  timeout: 'try again',
  aborted: 'try again',
  malformed: 'try again',
  failed: 'try again',
} as const satisfies Record<ErrorName, Remedy>

/** Returns true if the page refers to support and therefore displays the error code and request id. */
export function isForSupport(remedy: Remedy): boolean {
  return ['try again', 'reload', 'contact support'].includes(remedy)
}

/** Returns true if retrying can help. */
export function canRetry(remedy: Remedy): boolean {
  return remedy === 'try again' || remedy === 'wait'
}
