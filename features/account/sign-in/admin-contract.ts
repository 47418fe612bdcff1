import * as z from 'zod/mini'
import { adminLoggedIn, adminMe } from '#contract/admin.ts'
import { authenticatorKey } from '#contract/authenticator-key.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { email, oneTimeCode, required } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'

export const refusals = {
  invalidCredentials: errorCodes.invalidCredentials,
  loginExpired: errorCodes.loginExpired,
  wrongCode: errorCodes.wrongCode,
  secondFactorAlreadySet: errorCodes.secondFactorAlreadySet,
  userInactive: errorCodes.userInactive,
  addressBlocked: errorCodes.addressBlocked,
}

const { invalidCredentials, loginExpired, wrongCode, userInactive, addressBlocked } = refusals

export const primeAdminCsrf = endpoint({
  method: 'GET',
  path: '/admin/csrf',
  access: 'anyone',
  summary: 'Brings a visitor of the admin area her first CSRF token, in the header x-csrf-token',
  reply: nothing,
  status: 204,
  refusals: {},
})

/** Closed where the company's identity provider logs admins in. */
export const adminLogin = endpoint({
  method: 'POST',
  path: '/admin/login',
  access: 'anyone',
  summary: 'First step of an admin’s login: address and password',
  body: z.object({ email, password: required }),
  reply: z.object({ next: z.enum(['verify-mfa', 'configure-mfa']) }),
  refusals: { invalidCredentials, userInactive, addressBlocked },
})

export const verifyAdminCode = endpoint({
  method: 'POST',
  path: '/admin/login/verify-mfa',
  access: 'admin-login-attempt',
  summary: 'Second step of an admin’s login: a code of the authenticator, or a recovery code',
  body: z.union([z.object({ otp: oneTimeCode }), z.object({ recoveryCode: required })]),
  reply: adminLoggedIn,
  refusals: { loginExpired, wrongCode, userInactive, addressBlocked },
})

export const beginAdminTwoFactor = endpoint({
  method: 'POST',
  path: '/admin/configure-mfa/initiate',
  access: 'admin-login-attempt',
  summary: 'Gives the secret for an admin’s first authenticator, as text, address and picture',
  body: nothing,
  reply: authenticatorKey,
  refusals: { loginExpired, secondFactorAlreadySet: refusals.secondFactorAlreadySet },
})

export const confirmAdminTwoFactor = endpoint({
  method: 'POST',
  path: '/admin/configure-mfa/confirm',
  access: 'admin-login-attempt',
  summary: 'Confirms an admin’s first authenticator by its first code, and logs in',
  body: z.object({ otp: oneTimeCode }),
  reply: z.object({
    next: z.literal('done'),
    admin: adminMe,
    recoveryCodes: z.array(z.string()),
  }),
  refusals: {
    loginExpired,
    wrongCode,
    userInactive,
    addressBlocked,
    secondFactorAlreadySet: refusals.secondFactorAlreadySet,
  },
})

/** Open to anyone, since it must also clear the cookies of a session that has ended already. */
export const adminLogout = endpoint({
  method: 'GET',
  path: '/admin/logout',
  access: 'anyone',
  summary: 'Ends this admin’s session',
  reply: nothing,
  refusals: {},
})
