import * as z from 'zod/mini'
import { email, oneTimeCode, required } from './fields.ts'
import { passkeyAssertion } from './passkey.ts'
import { namedObject } from './named.ts'

/** The first step of a login, of users and admins. */
export const credentials = namedObject('Credentials', { email, password: required })
/** The second step of a login: one proof. */
export const secondStep = z.union([
  namedObject('OneTimeCode', { otp: oneTimeCode }),
  namedObject('RecoveryCode', { recoveryCode: required }),
  namedObject('PasskeyProof', { passkey: passkeyAssertion }),
  // For a login that began with a passkey where a passkey is only one factor.
  namedObject('Password', { password: required }),
])
/** Error codes of a step with a passkey. */
export const passkeyErrors = [
  'wrongPasskey',
  'ceremonyExpired',
  'userInactive',
  'addressBlocked',
] as const
/** Error codes of the second step. With LOGIN_UNIFORM=on, `invalidCredentials` replaces `wrongCode`. */
export const secondErrors = [
  'loginExpired',
  'wrongCode',
  'invalidCredentials',
  ...passkeyErrors,
] as const
const secondStepDue = namedObject('SecondStepDue', {
  next: z.literal('verify-mfa'),
  /** The methods that can complete the login; never empty. */
  methods: z.array(z.enum(['passkey', 'otp', 'recovery'])),
})
/** The reply of a step that does not complete the login. */
export const nextStep = z.union([
  secondStepDue,
  namedObject('SetUpDue', { next: z.literal('configure-mfa') }),
])
