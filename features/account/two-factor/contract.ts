import * as z from 'zod/mini'
import { authenticatorKey } from '#contract/authenticator-key.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { oneTimeCode } from '#contract/fields.ts'
import { me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'

export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/users/configure-mfa/initiate',
  access: 'login-attempt',
  summary: 'Creates the secret of a new authenticator: as text, URL and QR code',
  body: nothing,
  reply: authenticatorKey,
  refusals: {
    loginExpired: errorCodes.loginExpired,
    secondFactorAlreadySet: errorCodes.secondFactorAlreadySet,
  },
})

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/users/configure-mfa/confirm',
  access: 'login-attempt',
  summary: 'Confirms the new authenticator with its first code, and logs in',
  body: z.object({ otp: oneTimeCode }),
  reply: z.object({ next: z.literal('done'), user: me, recoveryCodes: z.array(z.string()) }),
  refusals: {
    loginExpired: errorCodes.loginExpired,
    wrongCode: errorCodes.wrongCode,
    secondFactorAlreadySet: errorCodes.secondFactorAlreadySet,
    userInactive: errorCodes.userInactive,
    partnerInactive: errorCodes.partnerInactive,
    addressBlocked: errorCodes.addressBlocked,
  },
})

export const renewCodes = endpoint({
  method: 'POST',
  path: '/users/recovery-codes',
  access: 'user',
  summary: 'Creates ten new recovery codes; the old ones stop working',
  body: z.object({ otp: oneTimeCode }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: { wrongCode: errorCodes.wrongCode, addressBlocked: errorCodes.addressBlocked },
})
