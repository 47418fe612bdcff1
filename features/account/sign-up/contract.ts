import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import {
  confirmed,
  knownEmail,
  linkToken,
  locale,
  newPassword,
  required,
} from '#contract/fields.ts'
import { humanCheck } from '#contract/human-check.ts'
import { firstPasswordErrors, passwordErrors } from '#contract/password-rules.ts'
import { errors } from '#contract/refusal.ts'

export const signUp = endpoint('POST /users/signup/with-token', {
  access: 'anyone',
  summary: 'Creates an account from an invitation',
  body: z
    .object({
      token: linkToken,
      email: knownEmail,
      password: newPassword,
      confirmPassword: required,
      humanCheck,
      acceptTerms: z.literal(true, 'termsNotAccepted'),
      /** Time zone of the browser; the account gets UTC if the server does not know it. */
      timezone: z.optional(z.string().check(z.maxLength(64))),
      /** Language of the page; defaults to that of the invitation. */
      preferredLanguage: z.optional(locale),
    })
    .check(confirmed('password')),
  reply: z.object({ next: z.literal('configure-mfa') }),
  refusals: errors(
    ...firstPasswordErrors,
    'startsWithSpecial',
    'invalidLink',
    'humanCheckFailed',
    'unableToProcess',
    'partnerInactive',
    'tooManyRequests',
  ),
})

export const checkSetUpLink = endpoint('POST /admin/set-up/check', {
  access: 'anyone',
  summary: 'Returns the admin to whom a valid set-up link was emailed, without using up the link',
  body: z.object({ token: linkToken }),
  reply: z.object({ email: z.string(), firstname: z.string(), lastname: z.string() }),
  refusals: errors('invalidLink', 'userInactive', 'tooManyRequests'),
})

export const setUpAdmin = endpoint('POST /admin/set-up', {
  access: 'anyone',
  summary:
    'Sets an admin’s password with an emailed link. The authenticator is set up at the next login',
  body: z
    .object({ token: linkToken, password: newPassword, confirmPassword: required })
    .check(confirmed('password')),
  reply: nothing,
  refusals: errors(...passwordErrors, 'invalidLink', 'userInactive', 'tooManyRequests'),
})
