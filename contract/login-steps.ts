import * as z from 'zod/mini'
import { email, oneTimeCode, required } from './fields.ts'
import { passkeyAssertion } from './passkey.ts'

/** Inputs and replies of the login steps, shared by users and admins. */
export const credentials = z.object({ email, password: required })
export const secondStep = z.union([
  z.object({ otp: oneTimeCode }),
  z.object({ recoveryCode: required }),
  z.object({ passkey: passkeyAssertion }),
  // For a login that began with a passkey where a passkey is only one factor.
  z.object({ password: required }),
])
export const passkeyErrors = [
  'wrongPasskey',
  'ceremonyExpired',
  'userInactive',
  'addressBlocked',
] as const
/** Error codes of the second step. With the uniform first step, `invalidCredentials` replaces `wrongCode`. */
export const secondErrors = [
  'loginExpired',
  'wrongCode',
  'invalidCredentials',
  ...passkeyErrors,
] as const
const secondStepDue = z.object({
  next: z.literal('verify-mfa'),
  /** The methods that can complete the login; never empty. */
  methods: z.array(z.enum(['passkey', 'otp', 'recovery'])),
})
export const nextStep = z.union([secondStepDue, z.object({ next: z.literal('configure-mfa') })])
