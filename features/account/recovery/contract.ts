import * as z from 'zod/mini'
import { authenticatorKey } from '#contract/authenticator-key.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { linkToken, oneTimeCode, required } from '#contract/fields.ts'
import { loggedIn } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'

export const refusals = {
  invalidLink: errorCodes.invalidLink,
  invalidCredentials: errorCodes.invalidCredentials,
  /** The first step is too long ago, or was taken elsewhere. */
  loginExpired: errorCodes.loginExpired,
  wrongCode: errorCodes.wrongCode,
  userInactive: errorCodes.userInactive,
  partnerInactive: errorCodes.partnerInactive,
  tooManyRequests: errorCodes.tooManyRequests,
  addressBlocked: errorCodes.addressBlocked,
}

const recoveryCodes = z.array(z.string())

/** Only for somebody whose password was right just now: nobody else can have mails sent to her. */
export const sendResetLink = endpoint({
  method: 'POST',
  path: '/users/reset-mfa/link',
  access: 'login-attempt',
  summary: 'Mails a link to reset two-factor authentication, in the middle of a login',
  body: nothing,
  reply: nothing,
  status: 202,
  refusals: {
    loginExpired: refusals.loginExpired,
    userInactive: refusals.userInactive,
    partnerInactive: refusals.partnerInactive,
    tooManyRequests: refusals.tooManyRequests,
  },
})

export const beginReset = endpoint({
  method: 'POST',
  path: '/users/reset-mfa/initiate',
  access: 'user',
  summary: 'First step of a two-factor reset: a code of the old authenticator, or a recovery code',
  body: z.union([z.object({ otp: oneTimeCode }), z.object({ recoveryCode: required })]),
  reply: authenticatorKey,
  refusals: { wrongCode: refusals.wrongCode, addressBlocked: refusals.addressBlocked },
})

export const confirmReset = endpoint({
  method: 'POST',
  path: '/users/reset-mfa/confirm',
  access: 'user',
  summary: 'Second step of a two-factor reset: the first code of the new authenticator',
  body: z.object({ otp: oneTimeCode }),
  reply: z.object({ recoveryCodes }),
  refusals: { loginExpired: refusals.loginExpired, wrongCode: refusals.wrongCode },
})

export const beginResetByLink = endpoint({
  method: 'POST',
  path: '/users/reset-mfa/initiate/with-token',
  access: 'anyone',
  summary: 'First step of a two-factor reset by a mailed link, which is not enough by itself',
  body: z.union([
    z.object({ token: linkToken, otp: oneTimeCode }),
    z.object({ token: linkToken, recoveryCode: required }),
    z.object({ token: linkToken, password: required }),
  ]),
  reply: authenticatorKey,
  refusals: {
    invalidLink: refusals.invalidLink,
    invalidCredentials: refusals.invalidCredentials,
    wrongCode: refusals.wrongCode,
    userInactive: refusals.userInactive,
    partnerInactive: refusals.partnerInactive,
    tooManyRequests: refusals.tooManyRequests,
    addressBlocked: refusals.addressBlocked,
  },
})

export const confirmResetByLink = endpoint({
  method: 'POST',
  path: '/users/reset-mfa/confirm/with-token',
  access: 'anyone',
  summary: 'Second step of a two-factor reset by a mailed link: uses it up, and logs in',
  body: z.object({ token: linkToken, otp: oneTimeCode }),
  reply: z.extend(loggedIn, { recoveryCodes }),
  refusals: {
    invalidLink: refusals.invalidLink,
    loginExpired: refusals.loginExpired,
    wrongCode: refusals.wrongCode,
    userInactive: refusals.userInactive,
    partnerInactive: refusals.partnerInactive,
    tooManyRequests: refusals.tooManyRequests,
    addressBlocked: refusals.addressBlocked,
  },
})
