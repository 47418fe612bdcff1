import * as z from 'zod/mini'
import {
  authenticatorKey,
  confirmed,
  linkToken,
  newPassword,
  oneTimeCode,
  required,
  time,
  uuid,
} from '#contract/fields.ts'
import { endpoint, type Reply } from '#contract/endpoint.ts'
import { loggedIn } from '#contract/me.ts'
import { passkeyRegistration, registrationOptions } from '#contract/passkey.ts'
import { passwordErrors } from '#contract/password-rules.ts'
import { errors } from '#contract/refusal.ts'
import { named, namedObject } from '#contract/named.ts'

const recoveryCodes = z.array(z.string())
const accountErrors = ['userInactive', 'partnerInactive', 'tooManyRequests'] as const
const linkErrors = ['invalidLink', 'wrongCode', 'addressBlocked', ...accountErrors] as const

export const beginReset = endpoint('POST /users/reset-mfa/initiate', {
  access: 'user',
  summary:
    'Starts a two-factor reset (first step) with a code from the current authenticator or a recovery code. If step-ups require two factors, the password is required too',
  body: z.union([
    z.object({ otp: oneTimeCode, password: z.optional(required) }),
    z.object({ recoveryCode: required, password: z.optional(required) }),
  ]),
  reply: authenticatorKey,
  refusals: errors('wrongCode', 'addressBlocked'),
})

export const confirmReset = endpoint('POST /users/reset-mfa/confirm', {
  access: 'user',
  summary:
    'Completes a two-factor reset (second step) with the first code from the new authenticator',
  body: z.object({ otp: oneTimeCode }),
  reply: namedObject('RecoveryCodes', { recoveryCodes }),
  refusals: errors('loginExpired', 'wrongCode'),
})

/** Passkeys of the account, which may be lost too. Present only if an admin or approvers have verified the user. */
const knownPasskeys = z.array(
  z.object({ id: uuid, name: z.string(), createdAt: time, lastUsedAt: z.nullable(time) }),
)
const factorChoices = z.extend(authenticatorKey, {
  passkey: z.optional(registrationOptions),
  passkeys: z.optional(knownPasskeys),
})
named('FactorChoices', factorChoices)
/** IDs of lost passkeys to remove. */
const lostPasskeys = z.optional(z.array(uuid).check(z.maxLength(10, 'tooMany')))

export const beginResetByLink = endpoint('POST /users/reset-mfa/initiate/with-token', {
  access: 'anyone',
  summary: 'Starts a two-factor reset (first step) with an emailed link and a credential',
  body: z.union([
    z.object({ token: linkToken, otp: oneTimeCode }),
    z.object({ token: linkToken, recoveryCode: required }),
    z.object({ token: linkToken, password: required }),
  ]),
  reply: factorChoices,
  refusals: errors(...linkErrors, 'invalidCredentials'),
})

export const confirmResetByLink = endpoint('POST /users/reset-mfa/confirm/with-token', {
  access: 'anyone',
  summary:
    'Completes a two-factor reset that was started with an emailed link (second step) with the first code from the new authenticator. Uses up the link and logs the user in',
  body: z.object({ token: linkToken, otp: oneTimeCode, lostPasskeys }),
  reply: named('LoggedInWithRecoveryCodes', z.extend(loggedIn, { recoveryCodes })),
  refusals: errors(...linkErrors, 'loginExpired'),
})

export const confirmPasskeyByLink = endpoint('POST /users/reset-mfa/passkey/confirm/with-token', {
  access: 'anyone',
  summary:
    'Completes a two-factor reset that was started with an emailed link (second step) with a passkey instead of an authenticator. Uses up the link and logs the user in',
  body: z.object({ token: linkToken, response: passkeyRegistration, lostPasskeys }),
  reply: z.extend(loggedIn, { recoveryCodes }),
  refusals: errors(
    'invalidLink',
    'loginExpired',
    'ceremonyExpired',
    'wrongPasskey',
    'secondFactorAlreadySet',
    'notFound',
    ...accountErrors,
  ),
})

const recoveryErrors = [...passwordErrors, ...linkErrors] as const

export const beginRecovery = endpoint('POST /users/recover/initiate', {
  access: 'anyone',
  summary:
    'Starts the recovery of an account (first step) with the emailed link, the code from support and a new password. The second step saves the password',
  body: z
    .object({
      token: linkToken,
      supportCode: oneTimeCode,
      password: newPassword,
      confirmPassword: required,
    })
    .check(confirmed('password')),
  reply: factorChoices,
  refusals: errors(...recoveryErrors),
})

export const confirmRecovery = endpoint('POST /users/recover/confirm', {
  access: 'anyone',
  summary:
    'Completes the recovery of an account (second step) with the first code from the new authenticator: sets the password, replaces the second factor, ends all other sessions and logs the user in',
  body: z.object({ token: linkToken, password: newPassword, otp: oneTimeCode, lostPasskeys }),
  reply: z.extend(loggedIn, { recoveryCodes }),
  refusals: errors(...recoveryErrors, 'loginExpired'),
})

export const confirmRecoveryByPasskey = endpoint('POST /users/recover/passkey/confirm', {
  access: 'anyone',
  summary:
    'Completes the recovery of an account (second step) with a passkey instead of an authenticator',
  body: z.object({
    token: linkToken,
    password: newPassword,
    response: passkeyRegistration,
    lostPasskeys,
  }),
  reply: z.extend(loggedIn, { recoveryCodes }),
  refusals: errors(
    ...passwordErrors,
    'invalidLink',
    'loginExpired',
    'ceremonyExpired',
    'wrongPasskey',
    'secondFactorAlreadySet',
    'notFound',
    ...accountErrors,
  ),
})

/** Reply of the last step in each of the flows. */
export type ConfirmReply = Reply<typeof confirmReset> & Partial<Reply<typeof confirmResetByLink>>
