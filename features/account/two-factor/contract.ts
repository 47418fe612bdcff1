import * as z from 'zod/mini'
import { authenticatorKey } from '#contract/authenticator-key.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { oneTimeCode } from '#contract/fields.ts'
import { me } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'

export const refusals = {
  loginExpired: errorCodes.loginExpired,
  wrongCode: errorCodes.wrongCode,
  secondFactorAlreadySet: errorCodes.secondFactorAlreadySet,
  userInactive: errorCodes.userInactive,
  partnerInactive: errorCodes.partnerInactive,
  addressBlocked: errorCodes.addressBlocked,
}

export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/users/configure-mfa/initiate',
  access: 'login-attempt',
  summary: 'Gives the secret for a new authenticator, as text, address and picture',
  body: nothing,
  reply: authenticatorKey,
  refusals: {
    loginExpired: refusals.loginExpired,
    secondFactorAlreadySet: refusals.secondFactorAlreadySet,
  },
})

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/users/configure-mfa/confirm',
  access: 'login-attempt',
  summary: 'Confirms the new authenticator by its first code, and logs in',
  body: z.object({ otp: oneTimeCode }),
  reply: z.object({ next: z.literal('done'), user: me, recoveryCodes: z.array(z.string()) }),
  refusals,
})
