import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { confirmed, email, linkToken, newPassword, required } from '#contract/fields.ts'
import { humanCheck } from '#contract/human-check.ts'
import { errorCodes } from '#contract/refusal.ts'

export const refusals = {
  invalidLink: errorCodes.invalidLink,
  humanCheckFailed: errorCodes.humanCheckFailed,
  tooShort: errorCodes.tooShort,
  notStrong: errorCodes.notStrong,
  personalPassword: errorCodes.personalPassword,
  passwordsDiffer: errorCodes.passwordsDiffer,
  startsWithSpecial: errorCodes.startsWithSpecial,
  commonPassword: errorCodes.commonPassword,
  unableToProcess: errorCodes.unableToProcess,
  partnerInactive: errorCodes.partnerInactive,
  tooManyRequests: errorCodes.tooManyRequests,
}

export const signUp = endpoint({
  method: 'POST',
  path: '/users/signup/with-token',
  access: 'anyone',
  summary: 'Makes an account from an invitation',
  body: z
    .object({
      token: linkToken,
      email,
      password: newPassword,
      confirmPassword: required,
      humanCheck,
      acceptTerms: z.literal(true, 'termsNotAccepted'),
    })
    .check(confirmed('password')),
  reply: z.object({ next: z.literal('configure-mfa') }),
  refusals,
})
