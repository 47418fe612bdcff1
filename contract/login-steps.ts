import * as z from 'zod/mini'
import { email, oneTimeCode, required } from './fields.ts'

/** What both areas send and answer at the steps of a login. */
export const credentials = z.object({ email, password: required })
export const code = z.union([z.object({ otp: oneTimeCode }), z.object({ recoveryCode: required })])
/** `wrongCode`, or `invalidCredentials` with the uniform first step, which leaves open what is wrong. */
export const codeErrors = [
  'loginExpired',
  'wrongCode',
  'invalidCredentials',
  'userInactive',
  'addressBlocked',
] as const
const secondStep = z.object({
  next: z.literal('verify-mfa'),
  /** By which the login can go on; never empty. */
  methods: z.array(z.enum(['passkey', 'otp', 'recovery'])),
})
export const nextStep = z.union([secondStep, z.object({ next: z.literal('configure-mfa') })])
