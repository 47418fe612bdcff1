import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { confirmed, knownEmail, linkToken, newPassword, required, time } from '#contract/fields.ts'
import { humanCheck } from '#contract/human-check.ts'
import { passwordErrors } from '#contract/password-rules.ts'
import { errors } from '#contract/refusal.ts'
import { named } from '#contract/named.ts'

export const changePassword = endpoint('PUT /users/me/password', {
  access: 'user',
  summary: 'Changes the current user’s password and ends their other sessions',
  body: z
    .object({ oldPassword: required, newPassword, confirmPassword: required })
    .check(confirmed('newPassword')),
  reply: nothing,
  refusals: errors(...passwordErrors, 'wrongOldPassword', 'changedMeanwhile', 'tooManyRequests'),
})
named('PasswordChange', changePassword.body)

/** Answers in the same way for a known and an unknown email address. */
export const requestReset = endpoint('POST /users/reset-password/initiate', {
  access: 'anyone',
  summary: 'Emails a link to set a password, if an account exists for the email address',
  body: z.object({
    email: knownEmail,
    humanCheck,
    /** Used if it belongs to a platform, ignored otherwise. */
    redirectUrl: z.optional(z.string().check(z.maxLength(2048, 'tooLong'))),
    /** `redirect` of a login that a platform waits for. The mail leads to that platform. */
    redirect: z.optional(z.string().check(z.maxLength(8192, 'tooLong'))),
  }),
  reply: nothing,
  status: 202,
  refusals: errors('humanCheckFailed', 'tooManyRequests'),
})

export const confirmPasswordReset = endpoint('POST /users/reset-password/confirm', {
  access: 'anyone',
  summary:
    'Sets a password with an emailed link, ends all of the user’s sessions, and returns their recently added passkeys',
  body: z
    .object({ token: linkToken, password: newPassword, confirmPassword: required })
    .check(confirmed('password')),
  /** Working passkeys of the last 30 days. A person who knew the old password may have added one of them. */
  reply: z.object({
    recentPasskeys: z.array(z.object({ name: z.string(), createdAt: time })),
  }),
  refusals: errors(
    ...passwordErrors,
    'invalidLink',
    'userInactive',
    'partnerInactive',
    'tooManyRequests',
  ),
})
named('PasswordByLink', confirmPasswordReset.body)
