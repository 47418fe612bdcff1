import * as z from 'zod/mini'
import { email, oneTimeCode, required } from './fields.ts'
import { passkeyAssertion } from './passkey.ts'

/** What both areas send and answer at the steps of a login. */
export const credentials = z.object({ email, password: required })
export const secondStep = z.union([
  z.object({ otp: oneTimeCode }),
  z.object({ recoveryCode: required }),
  z.object({ passkey: passkeyAssertion }),
  // After a passkey that is no whole login.
  z.object({ password: required }),
])
export const passkeyErrors = [
  'wrongPasskey',
  'ceremonyExpired',
  'userInactive',
  'addressBlocked',
] as const
/** `wrongCode`, or `invalidCredentials` with the uniform first step, which leaves open what is wrong. */
export const secondErrors = [
  'loginExpired',
  'wrongCode',
  'invalidCredentials',
  ...passkeyErrors,
] as const
const secondStepDue = z.object({
  next: z.literal('verify-mfa'),
  /** By which the login can go on; never empty. */
  methods: z.array(z.enum(['passkey', 'otp', 'recovery'])),
})
export const nextStep = z.union([secondStepDue, z.object({ next: z.literal('configure-mfa') })])
