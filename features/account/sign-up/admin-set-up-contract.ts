import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { confirmed, linkToken, newPassword, required } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'

const { invalidLink, userInactive, tooManyRequests } = errorCodes

export const refusals = {
  invalidLink,
  userInactive,
  tooManyRequests,
  tooShort: errorCodes.tooShort,
  notStrong: errorCodes.notStrong,
  recentPassword: errorCodes.recentPassword,
  personalPassword: errorCodes.personalPassword,
  passwordsDiffer: errorCodes.passwordsDiffer,
  commonPassword: errorCodes.commonPassword,
}

export const checkSetUpLink = endpoint({
  method: 'POST',
  path: '/admin/set-up/check',
  access: 'anyone',
  summary: 'Tells whose mailed set-up link it is while it still works, and uses nothing up',
  body: z.object({ token: linkToken }),
  reply: z.object({ email: z.string(), firstname: z.string(), lastname: z.string() }),
  refusals: { invalidLink, userInactive, tooManyRequests },
})

export const setUpAdmin = endpoint({
  method: 'POST',
  path: '/admin/set-up',
  access: 'anyone',
  summary:
    'Sets an admin’s password by a mailed link; she then logs in and sets up her authenticator',
  body: z
    .object({ token: linkToken, password: newPassword, confirmPassword: required })
    .check(confirmed('password')),
  reply: nothing,
  refusals,
})
