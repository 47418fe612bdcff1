import * as z from 'zod/mini'
import { adminLoggedIn } from '#contract/admin.ts'
import { authenticatorKey, oneTimeCode, requiredText } from '#contract/fields.ts'
import { endpoint, nothing, type Endpoint, type Reply, type TwinOf } from '#contract/endpoint.ts'
import { loggedIn } from '#contract/me.ts'
import { passkeyRegistration, registrationOptions } from '#contract/passkey.ts'
import { errors } from '#contract/refusal.ts'
import { named } from '#contract/named.ts'

const oneCode = z.object({ otp: oneTimeCode })
const recoveryCodes = z.array(z.string())
const beginErrors = ['loginExpired', 'secondFactorAlreadySet'] as const
const confirmErrors = [...beginErrors, 'wrongCode', 'userInactive', 'addressBlocked'] as const

export const beginTwoFactor = endpoint('POST /users/configure-mfa/initiate', {
  access: 'login-attempt',
  summary: 'Generates the secret of a new authenticator, returned as text, URL and QR code',
  body: nothing,
  reply: authenticatorKey,
  refusals: errors(...beginErrors),
})

export const confirmTwoFactor = endpoint('POST /users/configure-mfa/confirm', {
  access: 'login-attempt',
  summary: 'Confirms the new authenticator with its first code and logs the user in',
  body: oneCode,
  reply: z.extend(loggedIn, { recoveryCodes }),
  refusals: errors(...confirmErrors, 'partnerInactive'),
})

export const beginAdminTwoFactor = endpoint('POST /admin/configure-mfa/initiate', {
  access: 'admin-login-attempt',
  summary:
    'Generates the secret of an admin’s first authenticator, returned as text, URL and QR code',
  body: nothing,
  reply: authenticatorKey,
  refusals: errors(...beginErrors),
})

export const confirmAdminTwoFactor = endpoint('POST /admin/configure-mfa/confirm', {
  access: 'admin-login-attempt',
  summary: 'Confirms an admin’s first authenticator with its first code and logs the admin in',
  body: oneCode,
  reply: named('AdminLoggedInWithRecoveryCodes', z.extend(adminLoggedIn, { recoveryCodes })),
  refusals: errors(...confirmErrors),
})

const beginPasskeyErrors = errors(...beginErrors, 'notFound')
const passkeyErrors = errors(
  ...beginErrors,
  'notFound',
  'wrongPasskey',
  'ceremonyExpired',
  'userInactive',
)
const newPasskey = z.object({
  name: z.optional(requiredText(60)),
  response: passkeyRegistration,
})

export const beginFirstPasskey = endpoint('POST /users/configure-mfa/passkey/initiate', {
  access: 'login-attempt',
  summary:
    'Returns the WebAuthn options for a passkey as the user’s first second factor. They expire after five minutes',
  body: nothing,
  reply: registrationOptions,
  refusals: beginPasskeyErrors,
})

export const confirmPasskey = endpoint('POST /users/configure-mfa/passkey/confirm', {
  access: 'login-attempt',
  summary: 'Adds a passkey as the user’s first second factor and logs the user in',
  body: newPasskey,
  reply: z.extend(loggedIn, { recoveryCodes }),
  refusals: { ...passkeyErrors, ...errors('partnerInactive') },
})

export const beginFirstAdminPasskey = endpoint('POST /admin/configure-mfa/passkey/initiate', {
  access: 'admin-login-attempt',
  summary:
    'Returns the WebAuthn options for a passkey as an admin’s first second factor. They expire after five minutes',
  body: nothing,
  reply: registrationOptions,
  refusals: beginPasskeyErrors,
})

export const confirmAdminPasskey = endpoint('POST /admin/configure-mfa/passkey/confirm', {
  access: 'admin-login-attempt',
  summary: 'Adds a passkey as an admin’s first second factor and logs the admin in',
  body: newPasskey,
  reply: z.extend(adminLoggedIn, { recoveryCodes }),
  refusals: passkeyErrors,
})

export const beginAuthenticator = endpoint('POST /users/authenticator/initiate', {
  access: 'user',
  stepUp: { withinMinutes: 5 },
  summary:
    'Generates the secret of an authenticator for a user without one, returned as text, URL and QR code',
  body: nothing,
  reply: authenticatorKey,
  refusals: errors('secondFactorAlreadySet'),
})

export const confirmAuthenticator = endpoint('POST /users/authenticator/confirm', {
  access: 'user',
  stepUp: { withinMinutes: 5 },
  summary:
    'Adds the authenticator once its first code is confirmed. Also returns ten recovery codes if the user had none',
  body: oneCode,
  reply: z.object({ recoveryCodes: z.optional(recoveryCodes) }),
  refusals: errors(...beginErrors, 'wrongCode', 'addressBlocked'),
})

export const renewCodes = endpoint('POST /users/recovery-codes', {
  access: 'user',
  stepUp: { withinMinutes: 5 },
  summary: 'Creates ten new recovery codes. The old codes stop working',
  body: nothing,
  reply: z.object({ recoveryCodes }),
  refusals: errors('tooManyRequests'),
})

export type ConfirmReply = Reply<typeof confirmTwoFactor> | Reply<typeof confirmAdminTwoFactor>

/** Calls that set up or replace the authenticator of a logged-in admin. */
export type ReplacementCalls = { begin: TwinOf<typeof beginTwoFactor>; confirm: ConfirmCall }

/** A call that takes the first code of a new authenticator. */
export type ConfirmCall = Endpoint & Pick<typeof confirmTwoFactor, 'method' | 'body'>

/** Calls that set up each kind of second factor, by area. */
export const setUpCalls = {
  user: {
    app: { begin: beginTwoFactor, confirm: confirmTwoFactor },
    passkey: { begin: beginFirstPasskey, confirm: confirmPasskey },
  },
  admin: {
    app: { begin: beginAdminTwoFactor, confirm: confirmAdminTwoFactor },
    passkey: { begin: beginFirstAdminPasskey, confirm: confirmAdminPasskey },
  },
} as const

export type AppCalls = (typeof setUpCalls)['user' | 'admin']['app']
export type PasskeyCalls = (typeof setUpCalls)['user' | 'admin']['passkey']
