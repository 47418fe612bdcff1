import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { oneTimeCode, required } from './fields.ts'
import { assertionOptions, passkeyAssertion } from './passkey.ts'
import { errors } from './refusal.ts'
import { namedObject } from './named.ts'

/** Called with one of the `proofs` after a user endpoint answered `stepUpRequired`. */
export const stepUpUser = endpoint('POST /users/step-up', {
  access: 'user',
  stepUp: { none: 'it is the step-up itself' },
  summary:
    'Confirms the identity of the logged-in user by one of the proofs that 403003 names (step-up authentication). For five minutes, calls that require it no longer answer 403003',
  body: z.union([
    /** Password and code together reach `https://refeds.org/profile/mfa`, for a platform that requires it. */
    namedObject('PasswordAndCode', { password: required, otp: oneTimeCode }),
    z.object({ otp: oneTimeCode }),
    z.object({ password: required }),
    z.object({ passkey: passkeyAssertion }),
  ]),
  reply: z.object({
    verifiedAt: z.iso.datetime({ offset: true }),
    /** Authentication methods (RFC 8176). */
    methods: z.array(z.string()),
  }),
  refusals: errors('stepUpFailed', 'wrongPasskey', 'ceremonyExpired', 'addressBlocked'),
})

export const beginStepUp = endpoint('POST /users/step-up/initiate', {
  access: 'user',
  stepUp: { none: 'it begins the step-up itself' },
  summary:
    'Returns the options of a step-up by passkey (WebAuthn), which expire after five minutes',
  body: nothing,
  reply: assertionOptions,
  refusals: errors('notFound'),
})

export const beginAdminStepUp = endpoint('POST /admin/step-up/initiate', {
  access: 'admin',
  stepUp: { none: 'it begins the step-up itself' },
  summary:
    'Returns the options of an admin’s step-up by passkey (WebAuthn), which expire after five minutes',
  body: nothing,
  reply: assertionOptions,
  refusals: errors('notFound'),
})
