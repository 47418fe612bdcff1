import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { confirmed, newPassword, required } from '#contract/fields.ts'
import { all } from '#contract/refusal.ts'

export const refusals = {
  wrongOldPassword: all.wrongOldPassword,
  tooShort: all.tooShort,
  notStrong: all.notStrong,
  recentPassword: all.recentPassword,
  personalPassword: all.personalPassword,
  passwordsDiffer: all.passwordsDiffer,
  commonPassword: all.commonPassword,
  changedMeanwhile: all.changedMeanwhile,
  tooManyRequests: all.tooManyRequests,
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
