import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { confirmed, newPassword, required } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'

export const refusals = {
  wrongOldPassword: errorCodes.wrongOldPassword,
  tooShort: errorCodes.tooShort,
  notStrong: errorCodes.notStrong,
  recentPassword: errorCodes.recentPassword,
  personalPassword: errorCodes.personalPassword,
  passwordsDiffer: errorCodes.passwordsDiffer,
  commonPassword: errorCodes.commonPassword,
  changedMeanwhile: errorCodes.changedMeanwhile,
  tooManyRequests: errorCodes.tooManyRequests,
}

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/me/password',
  access: 'user',
  summary: 'Changes the password of whoever is logged in, and ends her other sessions',
  body: z
    .object({ oldPassword: required, newPassword, confirmPassword: required })
    .check(confirmed('newPassword')),
  reply: nothing,
  refusals,
})
