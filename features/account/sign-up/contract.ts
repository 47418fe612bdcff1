import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { confirmed, email, linkToken, newPassword, required } from '#contract/fields.ts'
import { humanCheck } from '#contract/human-check.ts'
import { all } from '#contract/refusal.ts'

export const refusals = {
  invalidLink: all.invalidLink,
  humanCheckFailed: all.humanCheckFailed,
  tooShort: all.tooShort,
  notStrong: all.notStrong,
  personalPassword: all.personalPassword,
  passwordsDiffer: all.passwordsDiffer,
  startsWithSpecial: all.startsWithSpecial,
  commonPassword: all.commonPassword,
  unableToProcess: all.unableToProcess,
  partnerInactive: all.partnerInactive,
  tooManyRequests: all.tooManyRequests,
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
