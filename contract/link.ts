import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { linkToken } from './fields.ts'
import { errorCodes } from './refusal.ts'

export const linkKinds = ['invitation', 'reset-password', 'reset-mfa', 'log-me-out'] as const

export type LinkKind = (typeof linkKinds)[number]

/** What a page asks before it shows its form: a link that has expired is said so before anybody types. */
export const checkLink = endpoint({
  method: 'POST',
  path: '/users/links/check',
  access: 'anyone',
  summary: 'Tells whether the token of a mailed link still works, and uses nothing up',
  body: z.object({ token: linkToken }),
  reply: z.object({
    kind: z.enum(linkKinds),
    /** Masked, such as a•••@example.com. */
    email: z.string(),
    expiresAt: z.iso.datetime(),
    /** Given where a password is chosen, so that the form can judge it as the server will. */
    firstname: z.optional(z.string()),
    lastname: z.optional(z.string()),
    /** Given for a password reset: false where it is her first. */
    hasPassword: z.optional(z.boolean()),
    /** Given for a two-factor reset: whether the password is accepted in place of the old authenticator. */
    passwordProves: z.optional(z.boolean()),
  }),
  refusals: { invalidLink: errorCodes.invalidLink, tooManyRequests: errorCodes.tooManyRequests },
})
