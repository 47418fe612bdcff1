import * as z from 'zod/mini'
import { adminLoggedIn } from '#contract/admin.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { passkeyErrors } from '#contract/login-steps.ts'
import { assertionOptions, passkeyAssertion } from '#contract/passkey.ts'
import { errors } from '#contract/refusal.ts'
import { beginErrors, passwordDue } from './passkey-contract.ts'

/** Separate from `passkey-contract.ts`, so that the login of users loads nothing of the admin area. */

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
