import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { linkToken, time } from './fields.ts'
import { errors } from './refusal.ts'

export const linkKinds = [
  'invitation',
  'reset-password',
  'reset-mfa',
  'log-me-out',
  'recover',
  'stop-recovery',
  'contact-point',
] as const

/**
 * What a link can stop: `open` while it is under way; `done` where the second factor was replaced, which its own mails
 * undo for a day (`undoable`); `ended` where it came to nothing.
 */
export const recoveryStates = ['open', 'undoable', 'done', 'ended'] as const

export type RecoveryState = (typeof recoveryStates)[number]

/** A request to replace a second factor; `mailed`: the link that was mailed does so. */
export const recoveryUnderWay = z.object({
  id: z.uuid(),
  state: z.enum(['asked', 'waiting', 'mailed']),
  /** `user`: in a login with the right password. */
  askedBy: z.enum(['user', 'company', 'support']),
  askedAt: time,
  /** The link is mailed then at the earliest. */
  notBefore: time,
  /** Undecided or not carried out until then, it comes to nothing. */
  expiresAt: time,
})

/** Status of an invitation. */
export const invitationStates = ['open', 'accepted', 'revoked', 'expired'] as const

export type LinkKind = (typeof linkKinds)[number]

/** Called before a page shows its form, so that an expired link is reported before the user types. */
export const checkLink = endpoint('POST /users/links/check', {
  access: 'anyone',
  summary:
    'Checks whether the token of a one-time link is valid, without consuming it; support sees that it was opened',
  body: z.object({ token: linkToken }),
  reply: z.object({
    kind: z.enum(linkKinds),
    /** Masked, such as a•••@example.com. */
    email: z.string(),
    expiresAt: z.iso.datetime(),
    /** Where a password is chosen: for the rules about personal passwords. */
    firstname: z.optional(z.string()),
    lastname: z.optional(z.string()),
    /** For an invitation: the company that invites, and the names of the platforms that it opens to the user. */
    company: z.optional(z.string()),
    platforms: z.optional(z.array(z.string())),
    /** For a password reset: false for the user's first password. */
    hasPassword: z.optional(z.boolean()),
    /** For a two-factor reset: whether the password is accepted instead of the old authenticator. */
    passwordProves: z.optional(z.boolean()),
    /** Of a link that stops a recovery: what became of it. */
    recovery: z.optional(z.enum(recoveryStates)),
  }),
  refusals: errors('invalidLink', 'tooManyRequests'),
})
