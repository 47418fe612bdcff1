import * as z from 'zod/mini'
import { adminLoggedIn } from '#contract/admin.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { passkeyErrors } from '#contract/login-steps.ts'
import { loggedIn } from '#contract/me.ts'
import { assertionOptions, passkeyAssertion } from '#contract/passkey.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

/** Separate from `contract.ts`, so that a login page loads these calls once it is idle. */

const passwordDue = namedObject('PasswordOrCodeDue', {
  next: z.literal('verify-mfa'),
  methods: z.tuple([z.literal('password')]),
})
const beginErrors = errors('tooManyRequests')

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

export const beginAdminPasskeyLogin = endpoint('POST /admin/login/passkey/initiate', {
  access: 'anyone',
  summary:
    'Returns the WebAuthn options for an admin login with a passkey. They expire after 30 minutes',
  body: nothing,
  reply: assertionOptions,
  refusals: beginErrors,
})

export const adminPasskeyLogin = endpoint('POST /admin/login/passkey', {
  access: 'anyone',
  summary:
    'Logs an admin in with a passkey. If a passkey is only one of two required factors, the password must follow',
  body: z.object({ response: passkeyAssertion }),
  reply: z.union([passwordDue, adminLoggedIn]),
  refusals: errors(...passkeyErrors),
})

export const beginSecondAdminPasskey = endpoint('POST /admin/login/passkey/second', {
  access: 'admin-login-attempt',
  summary:
    'Returns the WebAuthn options for a passkey as the second step of an admin login. They expire after five minutes',
  body: nothing,
  reply: assertionOptions,
  refusals: errors('loginExpired'),
})
