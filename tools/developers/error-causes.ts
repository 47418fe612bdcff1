import type { errorCodes } from '#contract/refusal.ts'

/** The reason for each error, and what the calling program should do about it. */
export const causes: Readonly<Record<keyof typeof errorCodes, string>> = {
  invalidInput:
    'A field, parameter or header does not have the form that the operation describes, or is unknown. The list errors names each field. Correct the request; sending it again unchanged fails again.',
  invalidLink: 'The link was used, has expired or was replaced by a newer one. Request a new link.',
  humanCheckFailed:
    'The solution of the human check is wrong, was already used or is too old. Solve a new one.',
  tooShort: 'The new password has too few characters.',
  notStrong: 'The new password is easy to guess.',
  recentPassword: 'The new password is one of the account’s most recent passwords.',
  personalPassword: 'The new password contains the user’s name, email address or company.',
  passwordsDiffer: 'The password and its repetition are not the same.',
  startsWithSpecial: 'The new password begins with a special character.',
  wrongOldPassword: 'The current password, which the change requires, is wrong.',
  commonPassword: 'The new password is on the list of compromised or common passwords.',
  unableToProcess:
    'The account cannot be created or invited, for example because it exists already. The response gives no reason, so that it does not reveal which accounts exist.',
  adminNotLoggedIn: 'The cookie of an admin’s session is missing, or the session has ended.',
  notLoggedIn: 'The cookie of a user’s session is missing, or the session has ended.',
  invalidCredentials:
    'The email address or the password is wrong, or there is no such account. The response is the same in each case.',
  loginExpired: 'The login was started too long ago, or in another browser. Start again.',
  wrongCode: 'The one-time code is wrong, or was used before. A code is valid once.',
  wrongPasskey: 'The passkey is unknown, belongs to another account, or its signature is wrong.',
  ceremonyExpired: 'The challenge of the passkey was used or is too old. Request a new one.',
  invalidToken:
    'The bearer token has expired or was revoked, or the secret, keys, scopes or networks have changed since. Request a new token once, and repeat the call.',
  forbidden:
    'The caller lacks the permission or scope. For a token, the header WWW-Authenticate names the scope. Repeating the call does not help.',
  invalidCsrfToken:
    'The header X-CSRF-Token is missing, or is not the one of the last response. Get it from GET /api/csrf.',
  stepUpRequired:
    'The call needs a recent step-up; the field proofs lists the accepted ways. Confirm the user’s identity, then repeat the call.',
  stepUpFailed: 'The password, code or passkey of the step-up is wrong.',
  mayNotDecide:
    'The caller made the request or is its subject, or has not held the permission for long enough.',
  beyondDelegation:
    'The company does not administer this itself, has no seat left, or may not grant access to this platform.',
  userInactive: 'The account is deactivated.',
  partnerInactive: 'The company of the user is deactivated.',
  notFound: 'There is no such path or record, or the caller is not allowed to see it.',
  methodNotAllowed:
    'The path exists, but not with this method. The header Allow lists the allowed ones.',
  requestTimeout: 'The body did not arrive in time.',
  changedMeanwhile:
    'The record was changed since it was read, or is no longer in a state that allows this. Read it again.',
  secondFactorAlreadySet: 'The account has this second factor already.',
  idempotencyKeyReused:
    'The Idempotency-Key was used before with another body. A new request needs a new key.',
  approvalPending: 'The same action is already waiting for approval.',
  lastWayIn: 'This would remove the last factor by which the user can log in.',
  lastOwner: 'This would leave the company without an active owner.',
  ownAddressExcluded: 'The networks do not include the caller’s own IP address.',
  noSecondPerson: 'The action requires two-person approval, and no other admin may approve it.',
  userOfOtherCompany: 'The email address belongs to a user of another company.',
  tooLarge: 'The body is larger than the operation accepts.',
  notJson: 'The body does not have the media type that the operation accepts.',
  tooManyRequests: 'Too many calls. The header Retry-After contains the number of seconds to wait.',
  addressBlocked:
    'Too many failed attempts from this browser or network address. The header Retry-After contains the remaining seconds.',
  headersTooLarge: 'The headers, most often the cookies, are larger than the server accepts.',
  unexpected: 'An error of the server. Send the requestId to the team that runs the portal.',
  notAvailable:
    'The server or its database is overloaded or restarting. Try again after the seconds in Retry-After.',
}
