import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { linkToken, time, uuid } from './fields.ts'
import { errors } from './refusal.ts'
import { named } from './named.ts'

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
 * The states of a recovery, for a link that stops it. `open`: in progress, and can be stopped. `undoable`: the second
 * factor was replaced, and this link from the email about the replacement can undo it, for a day. `done`: replaced, too
 * late to stop. `ended`: ended without a replacement.
 */
export const recoveryStates = ['open', 'undoable', 'done', 'ended'] as const

export type RecoveryState = (typeof recoveryStates)[number]

/**
 * A pending request to replace a second factor. `asked`: not decided yet. `waiting`: approved, waiting until
 * `notBefore`. `mailed`: the link that replaces the factor has been emailed.
 */
export const recoveryUnderWay = z.object({
  id: uuid,
  state: z.enum(['asked', 'waiting', 'mailed']),
  /** The requester. `user`: during a login with the right password. */
  askedBy: z.enum(['user', 'company', 'support']),
  askedAt: time,
  /** The earliest time at which the link is emailed. */
  notBefore: time,
  /** The time at which the request expires if it is not decided and carried out. */
  expiresAt: time,
})

/** The recent changes that a link that ends all sessions can undo as well: a new second factor or alert address. */
const undoableChanges = ['passkey', 'authenticator', 'contact-point'] as const

export type UndoableChange = (typeof undoableChanges)[number]

/** The states of an invitation. */
export const invitationStates = ['open', 'accepted', 'revoked', 'expired'] as const

export type LinkKind = (typeof linkKinds)[number]

/** Called before a page displays its form, so that an expired link is reported before the user types. */
export const checkLink = endpoint('POST /users/links/check', {
  access: 'anyone',
  summary:
    'Checks whether a one-time link is valid, without using it up. Support can see that the link was opened',
  body: z.object({
    token: linkToken,
    /** The address in the query of the link, which is not trusted. */
    user: z.optional(z.string().check(z.maxLength(254))),
  }),
  reply: z.object({
    kind: named('LinkKind', z.enum(linkKinds)),
    /** The masked email address, such as a•••@example.com. */
    email: z.string(),
    /** The whole email address, if the request named it. */
    user: z.optional(z.string()),
    expiresAt: z.iso.datetime(),
    /** The user's first name, on pages with a new password: the password must not contain it. */
    firstname: z.optional(z.string()),
    lastname: z.optional(z.string()),
    /** The name of the inviting company, for an invitation. */
    company: z.optional(z.string()),
    /** The names of the platforms that the invitation grants access to. */
    platforms: z.optional(z.array(z.string())),
    /** True if a password reset replaces a password; false if the user has none yet. */
    hasPassword: z.optional(z.boolean()),
    /** True if a two-factor reset accepts the password instead of the old authenticator. */
    passwordProves: z.optional(z.boolean()),
    /** The state of the recovery, for a link that stops one. */
    recovery: z.optional(named('RecoveryState', z.enum(recoveryStates))),
    /** The change that a link that ends all sessions undoes as well. */
    undoes: z.optional(named('UndoableChange', z.enum(undoableChanges))),
  }),
  refusals: errors('invalidLink', 'tooManyRequests'),
})
