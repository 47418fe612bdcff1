import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { oneTimeCode, required } from './fields.ts'
import { assertionOptions, passkeyAssertion } from './passkey.ts'
import { errors } from './refusal.ts'
import { namedObject } from './named.ts'

/** Called with one of the proofs that the `stepUpRequired` error (403003) lists. */
export const stepUpUser = endpoint('POST /users/step-up', {
  access: 'user',
  stepUp: { none: 'it is the step-up itself' },
  summary:
    'Confirms the current user’s identity with one of the proofs listed in a 403003 error (step-up authentication). For the next five minutes, calls that require a step-up succeed without another one',
  body: z.union([
    /** Password and code together satisfy the ACR `https://refeds.org/profile/mfa`, for a platform that requires it. */
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
    'Returns the WebAuthn options for a step-up with a passkey. They expire after five minutes',
  body: nothing,
  reply: assertionOptions,
  refusals: errors('notFound'),
})

export const beginAdminStepUp = endpoint('POST /admin/step-up/initiate', {
  access: 'admin',
  whileSuspended: true,
  stepUp: { none: 'it begins the step-up itself' },
  summary:
    'Returns the WebAuthn options for an admin’s step-up with a passkey. They expire after five minutes',
  body: nothing,
  reply: assertionOptions,
  refusals: errors('notFound'),
})
