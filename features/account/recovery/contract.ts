import * as z from 'zod/mini'
import { authenticatorKey, linkToken, oneTimeCode, required } from '#contract/fields.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { loggedIn } from '#contract/me.ts'
import { passkeyRegistration, registrationOptions } from '#contract/passkey.ts'
import { errors } from '#contract/refusal.ts'

const recoveryCodes = z.array(z.string())
const ofAccount = ['userInactive', 'partnerInactive', 'tooManyRequests'] as const
const byLink = ['invalidLink', 'wrongCode', 'addressBlocked', ...ofAccount] as const

/** Requires the right password, so that strangers cannot send the user mails. */
export const sendResetLink = endpoint('POST /users/reset-mfa/link', {
  access: 'login-attempt',
  summary: 'Mails a link to reset two-factor authentication, in the middle of a login',
  body: nothing,
  reply: nothing,
  status: 202,
  refusals: errors('loginExpired', ...ofAccount),
})

export const beginReset = endpoint('POST /users/reset-mfa/initiate', {
  access: 'user',
  summary:
    'First step of a two-factor reset: a code of the old authenticator, or a recovery code; where a step-up takes two factors, with the password',
  body: z.union([
    z.object({ otp: oneTimeCode, password: z.optional(required) }),
    z.object({ recoveryCode: required, password: z.optional(required) }),
  ]),
  reply: authenticatorKey,
  refusals: errors('wrongCode', 'addressBlocked'),
})

export const confirmReset = endpoint('POST /users/reset-mfa/confirm', {
  access: 'user',
  summary: 'Second step of a two-factor reset: the first code of the new authenticator',
  body: z.object({ otp: oneTimeCode }),
  reply: z.object({ recoveryCodes }),
  refusals: errors('loginExpired', 'wrongCode'),
})

export const beginResetByLink = endpoint('POST /users/reset-mfa/initiate/with-token', {
  access: 'anyone',
  summary: 'First step of a two-factor reset by a mailed link: the link and a credential',
  body: z.union([
    z.object({ token: linkToken, otp: oneTimeCode }),
    z.object({ token: linkToken, recoveryCode: required }),
    /** `supportCode`: for a recovery, whose link asks for what support has read out. */
    z.object({ token: linkToken, password: required, supportCode: z.optional(oneTimeCode) }),
  ]),
  reply: z.extend(authenticatorKey, { passkey: z.optional(registrationOptions) }),
  refusals: errors(...byLink, 'invalidCredentials'),
})

export const confirmResetByLink = endpoint('POST /users/reset-mfa/confirm/with-token', {
  access: 'anyone',
  summary: 'Second step of a two-factor reset by a mailed link: uses the link up, and logs in',
  body: z.object({ token: linkToken, otp: oneTimeCode }),
  reply: z.extend(loggedIn, { recoveryCodes }),
  refusals: errors(...byLink, 'loginExpired'),
})

export const confirmPasskeyByLink = endpoint('POST /users/reset-mfa/passkey/confirm/with-token', {
  access: 'anyone',
  summary:
    'Second step of a two-factor reset by a mailed link: a passkey takes the authenticator’s place',
  body: z.object({ token: linkToken, response: passkeyRegistration }),
  reply: z.extend(loggedIn, { recoveryCodes }),
  refusals: errors(
    'invalidLink',
    'loginExpired',
    'ceremonyExpired',
    'wrongPasskey',
    'secondFactorAlreadySet',
    'notFound',
    ...ofAccount,
  ),
})
