import * as z from 'zod/mini'
import { adminMe } from '#contract/admin.ts'
import { authenticatorKey, oneTimeCode } from '#contract/fields.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'

const {
  loginExpired,
  wrongCode,
  secondFactorAlreadySet,
  userInactive,
  partnerInactive,
  addressBlocked,
} = errorCodes

const firstCode = z.object({ otp: oneTimeCode })
const recoveryCodes = z.array(z.string())

export const beginTwoFactor = endpoint('POST /users/configure-mfa/initiate', {
  access: 'login-attempt',
  summary: 'Creates the secret of a new authenticator: as text, URL and QR code',
  body: nothing,
  reply: authenticatorKey,
  refusals: { loginExpired, secondFactorAlreadySet },
})

export const confirmTwoFactor = endpoint('POST /users/configure-mfa/confirm', {
  access: 'login-attempt',
  summary: 'Confirms the new authenticator with its first code, and logs in',
  body: firstCode,
  reply: z.object({ next: z.literal('done'), user: me, recoveryCodes }),
  refusals: {
    loginExpired,
    wrongCode,
    userInactive,
    partnerInactive,
    addressBlocked,
    secondFactorAlreadySet,
  },
})

export const beginAdminTwoFactor = endpoint('POST /admin/configure-mfa/initiate', {
  access: 'admin-login-attempt',
  summary: 'Creates the secret of an admin’s first authenticator: as text, URL and QR code',
  body: nothing,
  reply: authenticatorKey,
  refusals: { loginExpired, secondFactorAlreadySet },
})

export const confirmAdminTwoFactor = endpoint('POST /admin/configure-mfa/confirm', {
  access: 'admin-login-attempt',
  summary: 'Confirms an admin’s first authenticator with its first code, and logs in',
  body: firstCode,
  reply: z.object({ next: z.literal('done'), admin: adminMe, recoveryCodes }),
  refusals: { loginExpired, wrongCode, userInactive, addressBlocked, secondFactorAlreadySet },
})

export const renewCodes = endpoint('POST /users/recovery-codes', {
  access: 'user',
  summary: 'Creates ten new recovery codes; the old ones stop working',
  body: z.object({ otp: oneTimeCode }),
  reply: z.object({ recoveryCodes }),
  refusals: { wrongCode, addressBlocked },
})
