import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { passkeyErrors } from '#contract/login-steps.ts'
import { loggedIn } from '#contract/me.ts'
import { assertionOptions, passkeyAssertion } from '#contract/passkey.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

/** Separate from `contract.ts`, which the pages behind the login load, too. */

/** The reply if a passkey is only one of two factors: the password must follow. */
export const passwordDue = namedObject('PasswordOrCodeDue', {
  next: z.literal('verify-mfa'),
  methods: z.tuple([z.literal('password')]),
})
/** Errors of the first call of a login by passkey. */
export const beginErrors = errors('tooManyRequests')

export const beginPasskeyLogin = endpoint('POST /users/login/passkey/initiate', {
  access: 'anyone',
  summary:
    'Returns the WebAuthn options for a login with any passkey. They expire after 30 minutes',
  body: nothing,
  reply: assertionOptions,
  refusals: beginErrors,
})

/**
 * Logs in by passkey. An error with `rule: unknownPasskey` means that no account has it, and that the browser may
 * delete it.
 */
export const passkeyLogin = endpoint('POST /users/login/passkey', {
  access: 'anyone',
  summary:
    'Logs in with a passkey. If a passkey is only one of two required factors, the password must follow',
  body: namedObject('PasskeyLogin', { response: passkeyAssertion }),
  reply: z.union([passwordDue, loggedIn]),
  refusals: errors(...passkeyErrors, 'partnerInactive'),
})

export const beginSecondPasskey = endpoint('POST /users/login/passkey/second', {
  access: 'login-attempt',
  summary:
    'Returns the WebAuthn options for a passkey as the second step of a login. They expire after five minutes',
  body: nothing,
  reply: assertionOptions,
  refusals: errors('loginExpired'),
})
