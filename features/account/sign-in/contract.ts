import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { email, oneTimeCode, required } from '#contract/fields.ts'
import { loggedIn } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'

export const refusals = {
  invalidCredentials: errorCodes.invalidCredentials,
  loginExpired: errorCodes.loginExpired,
  wrongCode: errorCodes.wrongCode,
  userInactive: errorCodes.userInactive,
  partnerInactive: errorCodes.partnerInactive,
  addressBlocked: errorCodes.addressBlocked,
}

export const login = endpoint({
  method: 'POST',
  path: '/users/login',
  access: 'anyone',
  summary: 'First step of a login: address and password',
  body: z.object({ email, password: required }),
  reply: z.union([z.object({ next: z.enum(['verify-mfa', 'configure-mfa']) }), loggedIn]),
  refusals: {
    invalidCredentials: refusals.invalidCredentials,
    userInactive: refusals.userInactive,
    partnerInactive: refusals.partnerInactive,
    addressBlocked: refusals.addressBlocked,
  },
})

export const verifyCode = endpoint({
  method: 'POST',
  path: '/users/login/verify-mfa',
  access: 'login-attempt',
  summary: 'Second step of a login: a code of the authenticator, or a recovery code',
  body: z.union([z.object({ otp: oneTimeCode }), z.object({ recoveryCode: required })]),
  reply: loggedIn,
  refusals: {
    loginExpired: refusals.loginExpired,
    wrongCode: refusals.wrongCode,
    userInactive: refusals.userInactive,
    partnerInactive: refusals.partnerInactive,
    addressBlocked: refusals.addressBlocked,
  },
})

/** Open to anyone, since it must also clear the cookies of a session that has ended already. */
export const logout = endpoint({
  method: 'GET',
  path: '/users/logout',
  access: 'anyone',
  summary: 'Ends this session, here and on every platform that it led to',
  reply: nothing,
  refusals: {},
})

export const primeCsrf = endpoint({
  method: 'GET',
  path: '/csrf',
  access: 'anyone',
  summary: 'Brings a visitor her first CSRF token, in the header x-csrf-token',
  reply: nothing,
  status: 204,
  refusals: {},
})
