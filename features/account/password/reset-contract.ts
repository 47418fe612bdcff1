import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { confirmed, email, linkToken, newPassword, required } from '#contract/fields.ts'
import { humanCheck } from '#contract/human-check.ts'
import { errorCodes } from '#contract/refusal.ts'

/** Answers alike whether or not there is such an account. */
export const requestReset = endpoint({
  method: 'POST',
  path: '/users/reset-password/initiate',
  access: 'anyone',
  summary: 'Mails a link by which a password can be set, where there is an account for the address',
  body: z.object({
    email,
    humanCheck,
    /** Where she was going: kept when it belongs to a platform, dropped when it does not. */
    redirectUrl: z.optional(z.string().check(z.maxLength(2048, 'tooLong'))),
  }),
  reply: nothing,
  status: 202,
  refusals: {
    humanCheckFailed: errorCodes.humanCheckFailed,
    tooManyRequests: errorCodes.tooManyRequests,
  },
})

export const refusals = {
  invalidLink: errorCodes.invalidLink,
  userInactive: errorCodes.userInactive,
  partnerInactive: errorCodes.partnerInactive,
  tooShort: errorCodes.tooShort,
  notStrong: errorCodes.notStrong,
  recentPassword: errorCodes.recentPassword,
  personalPassword: errorCodes.personalPassword,
  passwordsDiffer: errorCodes.passwordsDiffer,
  commonPassword: errorCodes.commonPassword,
  tooManyRequests: errorCodes.tooManyRequests,
}

export const confirmReset = endpoint({
  method: 'POST',
  path: '/users/reset-password/confirm',
  access: 'anyone',
  summary: 'Sets a password by a mailed link, and ends every session of its owner',
  body: z
    .object({ token: linkToken, password: newPassword, confirmPassword: required })
    .check(confirmed('password')),
  reply: nothing,
  refusals,
})
