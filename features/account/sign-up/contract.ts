import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { confirmed, email, linkToken, newPassword, required } from '#contract/fields.ts'
import { humanCheck } from '#contract/human-check.ts'
import { errorCodes } from '#contract/refusal.ts'

const rejectedPassword = {
  tooShort: errorCodes.tooShort,
  notStrong: errorCodes.notStrong,
  personalPassword: errorCodes.personalPassword,
  passwordsDiffer: errorCodes.passwordsDiffer,
  commonPassword: errorCodes.commonPassword,
}

export const signUp = endpoint('POST /users/signup/with-token', {
  access: 'anyone',
  summary: 'Creates an account from an invitation',
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
  refusals: {
    ...rejectedPassword,
    startsWithSpecial: errorCodes.startsWithSpecial,
    invalidLink: errorCodes.invalidLink,
    humanCheckFailed: errorCodes.humanCheckFailed,
    unableToProcess: errorCodes.unableToProcess,
    partnerInactive: errorCodes.partnerInactive,
    tooManyRequests: errorCodes.tooManyRequests,
  },
})

export const checkSetUpLink = endpoint('POST /admin/set-up/check', {
  access: 'anyone',
  summary: 'Names the admin of a mailed set-up link that still works; does not use the link up',
  body: z.object({ token: linkToken }),
  reply: z.object({ email: z.string(), firstname: z.string(), lastname: z.string() }),
  refusals: {
    invalidLink: errorCodes.invalidLink,
    userInactive: errorCodes.userInactive,
    tooManyRequests: errorCodes.tooManyRequests,
  },
})

export const setUpAdmin = endpoint('POST /admin/set-up', {
  access: 'anyone',
  summary: 'Sets an admin’s password by a mailed link; the next login sets up the authenticator',
  body: z
    .object({ token: linkToken, password: newPassword, confirmPassword: required })
    .check(confirmed('password')),
  reply: nothing,
  refusals: {
    ...rejectedPassword,
    recentPassword: errorCodes.recentPassword,
    invalidLink: errorCodes.invalidLink,
    userInactive: errorCodes.userInactive,
    tooManyRequests: errorCodes.tooManyRequests,
  },
})
