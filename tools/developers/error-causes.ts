import type { errorCodes } from '#contract/refusal.ts'

/** Why a call gets each error, and what its program does about it. */
export const causes: Readonly<Record<keyof typeof errorCodes, string>> = {
  invalidInput:
    'A field, parameter or header does not have the form that the operation describes, or is unknown. The list errors names each field. Correct the request; the same one fails again.',
  invalidLink: 'The link was used, has expired, or a newer one replaced it. Ask for a new link.',
  humanCheckFailed: 'The solution of the human check is wrong, used or too old. Solve a new one.',
  tooShort: 'The new password has too few characters.',
  notStrong: 'The new password is easy to guess.',
  recentPassword: 'The new password is one of the last ones of this account.',
  personalPassword: 'The new password holds the user’s name, email address or company.',
  passwordsDiffer: 'The password and its repetition are not the same.',
  startsWithSpecial: 'The new password begins with a special character.',
  wrongOldPassword: 'The present password, which the change asks for, is wrong.',
  commonPassword: 'The new password is on the list of compromised or common passwords.',
  unableToProcess:
    'The account cannot be made or invited as asked, for example because it exists already. The answer does not say more, so that nobody can probe for accounts.',
  adminNotLoggedIn: 'The cookie of an admin’s session is missing, or the session has ended.',
  notLoggedIn: 'The cookie of a user’s session is missing, or the session has ended.',
  invalidCredentials:
    'The email address or the password is wrong, or there is no such account: the answer is the same.',
  loginExpired: 'The login was begun too long ago, or in another browser. Begin again.',
  wrongCode: 'The one-time code is wrong, or was used before: a code works once.',
  wrongPasskey: 'The passkey is unknown, belongs to another account, or its signature is wrong.',
  ceremonyExpired: 'The challenge of the passkey was used or is too old. Ask for a new one.',
  invalidToken:
    'The bearer token has expired or was revoked, or secret, keys, scopes or networks have changed since. Draw a new token once, and repeat the call.',
  forbidden:
    'The caller lacks the permission or scope. For a token, the header WWW-Authenticate names the scope. To repeat the call does not help.',
  invalidCsrfToken:
    'The header X-CSRF-Token is missing, or is not that of the last answer. Take it from GET /api/csrf.',
  stepUpRequired:
    'The call needs a recent step-up: proofs says by what. Confirm who calls, then repeat it.',
  stepUpFailed: 'The password, code or passkey of the step-up is wrong.',
  mayNotDecide:
    'The caller asked for it, it is about the caller, or the caller has not held the right for long enough.',
  beyondDelegation:
    'The company does not administer this itself, has no seat left, or may not give this platform.',
  userInactive: 'The account is deactivated.',
  partnerInactive: 'The company of the user is deactivated.',
  notFound: 'There is no such address or record, or the caller may not know of it.',
  methodNotAllowed: 'The address exists, but not with this method. The header Allow names those.',
  requestTimeout: 'The body did not arrive in time.',
  changedMeanwhile:
    'The record was changed since it was read, or is no longer in a state in which this is possible. Read it again.',
  secondFactorAlreadySet: 'The account has this second factor already.',
  idempotencyKeyReused:
    'The Idempotency-Key came before with another body. A new request needs a new key.',
  approvalPending: 'The same is already waiting for a second person.',
  lastWayIn: 'This would remove the last factor by which the user can log in.',
  lastOwner: 'This would leave the company without an active owner.',
  ownAddressExcluded: 'The networks do not include the caller’s own IP address.',
  noSecondPerson: 'This takes a second person, and nobody else may decide it.',
  userOfOtherCompany: 'The email address belongs to a user of another company.',
  tooLarge: 'The body is larger than the operation takes.',
  notJson: 'The body is not of the type that the operation takes.',
  tooManyRequests: 'Too many calls. Retry-After says after how many seconds to go on.',
  addressBlocked:
    'Too many failed attempts from this browser or network address. Retry-After says how long it is blocked.',
  headersTooLarge: 'The headers, most often the cookies, are larger than the server takes.',
  unexpected: 'An error of the server. Send the requestId to the team that runs the portal.',
  notAvailable:
    'The server or its database is overloaded or being restarted. Try again after Retry-After.',
}
