import type { errorCodes } from '#contract/refusal.ts'

/** The reason for each error, and what the calling program should do about it. */
export const causes: Readonly<Record<keyof typeof errorCodes, string>> = {
  invalidInput:
    'A field, parameter or header is invalid or unknown. The errors array names each field. Correct the request before you retry it.',
  invalidLink:
    'The link has been used, has expired or was replaced by a newer one. Request a new link.',
  humanCheckFailed:
    'The solution of the human check is wrong, was already used or has expired. Solve a new challenge.',
  tooShort: 'The new password is too short.',
  notStrong:
    'The new password is too weak: it lacks an uppercase letter, a lowercase letter, a number or a special character.',
  recentPassword: 'The new password matches one of the account’s recent passwords.',
  personalPassword: 'The new password contains the user’s name, email address or company.',
  passwordsDiffer: 'The new password and its confirmation don’t match.',
  startsWithSpecial: 'The new password starts with a special character.',
  wrongOldPassword: 'The current password is incorrect.',
  commonPassword: 'The new password is on the list of common or compromised passwords.',
  unableToProcess:
    'The account can’t be created or invited, for example because it already exists. The response gives no reason, so it doesn’t reveal which accounts exist.',
  adminNotLoggedIn:
    'No valid admin session: the session cookie is missing, or the session has ended. Log in again.',
  notLoggedIn:
    'No valid user session: the session cookie is missing, or the session has ended. Log in again.',
  invalidCredentials:
    'The email address or password is incorrect, or the account doesn’t exist. The response is the same in each case.',
  loginExpired: 'The login was started too long ago or in another browser. Start a new login.',
  wrongCode: 'The one-time code is incorrect or was already used. Each code works once.',
  wrongPasskey: 'The passkey is unknown, belongs to another account, or its signature is invalid.',
  ceremonyExpired:
    'The passkey challenge was already used or has expired. Request new options and try again.',
  invalidToken:
    'The access token is invalid: it has expired or was revoked, or the client’s secret, keys, scopes or networks have changed. Request a new token, then retry once.',
  forbidden:
    'The caller doesn’t have the required permission or scope. For access tokens, the WWW-Authenticate header names the missing scope. Retrying doesn’t help.',
  invalidCsrfToken:
    'The X-CSRF-Token header is missing or isn’t the latest token. Get a new one from GET /api/csrf.',
  stepUpRequired:
    'The call requires a recent step-up. The proofs array lists the accepted methods. Confirm the user’s identity, then retry.',
  stepUpFailed: 'The password, code or passkey of the step-up is incorrect.',
  mayNotDecide:
    'The caller can’t review this request because they made it, it is about them, or they haven’t had the permission for long enough.',
  beyondDelegation:
    'The company can’t do this itself: it has no self-service administration or no free seats, or support has restricted the platform or the user.',
  userInactive: 'The user’s account is deactivated.',
  partnerInactive: 'The user’s company is deactivated.',
  notFound: 'The path or record doesn’t exist, or the caller isn’t allowed to see it.',
  methodNotAllowed:
    'The path doesn’t support this HTTP method. The Allow header lists the supported methods.',
  requestTimeout: 'The request body didn’t arrive in time.',
  changedMeanwhile:
    'The record has changed since it was read, or its current status doesn’t allow this. Read it again, then retry.',
  secondFactorAlreadySet: 'The account already has this second factor.',
  idempotencyKeyReused:
    'The Idempotency-Key was already used with a different request body. Use a new key for each new request.',
  approvalPending: 'A request for the same action is already pending approval.',
  lastWayIn: 'This would remove the user’s last working second factor.',
  lastOwner: 'This would leave the company without an active owner.',
  ownAddressExcluded:
    'The networks don’t include the caller’s own IP address. To save them anyway, set iKnow.',
  noSecondPerson: 'The action requires two-person approval, but no other admin can approve it.',
  userOfOtherCompany: 'The email address belongs to a user of another company.',
  tooLarge: 'The request body is too large.',
  notJson:
    'The endpoint doesn’t accept this Content-Type. Most endpoints require application/json in UTF-8.',
  tooManyRequests: 'Too many requests. Wait for the number of seconds in the Retry-After header.',
  addressBlocked:
    'Too many failed attempts from this browser or IP address. Wait for the number of seconds in the Retry-After header.',
  headersTooLarge: 'The request headers are too large, usually because of cookies.',
  unexpected:
    'Something went wrong on the server. If it happens again, contact support with the requestId.',
  notAvailable:
    'The server or its database is overloaded or restarting. Retry after the number of seconds in the Retry-After header.',
}
