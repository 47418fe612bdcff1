import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import {
  freeText,
  idParams,
  locale,
  optionalIfMatch,
  pageQuery,
  requiredText,
  time,
} from '#contract/fields.ts'
import { linkKinds } from '#contract/link.ts'
import { platformAccessStates } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'

const { changedMeanwhile, notFound, partnerInactive, userInactive } = errorCodes
const access = { adminWithAnyOf: ['manage_regular_user'] } as const

const ofUser = { access, params: idParams, refusals: { notFound } } as const

/** The reason is kept in the audit log and never mailed. */
const optionalReason = z.object({ reason: z.optional(freeText(500)) })
const requiredReason = z.object({ reason: requiredText(500) })

const platforms = z.array(
  z.object({ id: z.string(), name: z.string(), state: z.enum(platformAccessStates) }),
)

const partnerUser = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  active: z.boolean(),
  onboarded: z.boolean(),
  subsystems: platforms,
  /** What the calling admin may do with the account. */
  action: z.nullable(z.enum(['activate', 'deactivate'])),
  partner: z.nullable(z.object({ id: z.uuid(), name: z.string(), active: z.boolean() })),
  lastLogin: z.nullable(time),
})

export const listUsers = endpoint('GET /admin/users', {
  access,
  summary:
    'Users of companies by name; three letters or more are found anywhere in a name or email, whatever their case and accents',
  query: z.object({
    q: z.optional(freeText(200)),
    includeInactive: z.optional(z.enum(['true', 'false'])),
    /** Only users of this company. */
    partner: z.optional(z.uuid()),
    ...pageQuery,
  }),
  reply: z.array(partnerUser),
})

export const getUser = endpoint('GET /admin/users/{id}', {
  ...ofUser,
  summary: 'One user: sessions, platforms, and what a deactivation would end',
  reply: z.extend(partnerUser, {
    jobTitle: z.string(),
    phone: z.string(),
    timezone: z.string(),
    preferredLanguage: locale,
    createdAt: time,
    secondFactor: z.enum(['none', 'set', 'disabled']),
    /** Failed passwords and codes since the last login. */
    failuresInARow: z.int(),
    /** The account takes a password only from browsers with an earlier login, until a new password is set. */
    newBrowsersRefused: z.boolean(),
    sessions: z.array(
      z.object({
        id: z.uuid(),
        browser: z.string(),
        ipAddress: z.string(),
        loginTime: time,
        lastSeen: time,
      }),
    ),
    platforms,
    effect: z.object({ openSessions: z.int() }),
    invitation: z.nullable(
      z.object({ id: z.uuid(), createdAt: time, acceptedAt: z.nullable(time) }),
    ),
  }),
})

export type PartnerUser = z.output<typeof partnerUser>
export type Details = z.output<typeof getUser.reply>

const setsActive = {
  ...ofUser,
  stepUp: 15,
  body: optionalReason,
  reply: partnerUser,
} as const

export const activateUser = endpoint('PUT /admin/users/{id}/activate', {
  ...setsActive,
  summary: 'Lets a user log in again; earlier sessions stay ended',
})

export const deactivateUser = endpoint('PUT /admin/users/{id}/deactivate', {
  ...setsActive,
  summary: 'Locks a user out: ends the sessions here and on every platform and voids the links',
})

/** The platforms that a user has an account on, and those that the company has. */
const platformAccounts = z.object({
  platforms: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Whether the user has an account on it; `active` is false for a deactivated one. */
      given: z.boolean(),
      active: z.boolean(),
      state: z.enum(platformAccessStates),
    }),
  ),
  etag: z.string(),
})

export type PlatformAccounts = z.output<typeof platformAccounts>

export const getPlatforms = endpoint('GET /admin/users/{id}/platforms', {
  ...ofUser,
  summary: 'The platforms of a user, and those of the company that the user could be given',
  reply: platformAccounts,
})

export const setPlatforms = endpoint('PUT /admin/users/{id}/platforms', {
  ...ofUser,
  stepUp: 15,
  summary:
    'Sets the platforms of a user: one that is left out is taken away, `active` left out stays as it is. Effective with the next request of any platform; the user is notified by email',
  headers: optionalIfMatch,
  body: z.object({
    subsystems: z.array(z.object({ id: requiredText(100), active: z.optional(z.boolean()) })).check(
      z.maxLength(500, 'tooMany'),
      z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'listedTwice'),
    ),
    reason: requiredText(500),
  }),
  reply: platformAccounts,
  refusals: { notFound, changedMeanwhile },
})

export const listTokens = endpoint('GET /admin/users/{id}/tokens', {
  ...ofUser,
  summary: 'The one-time links of a user that were not voided, the latest first; never a token',
  reply: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(linkKinds),
      createdAt: time,
      expiresAt: time,
      usedAt: z.nullable(time),
    }),
  ),
})

export const endSessions = endpoint('POST /admin/users/{id}/sessions/logout', {
  ...ofUser,
  stepUp: 15,
  summary: 'Ends every session of a user, here and on every platform',
  body: requiredReason,
  reply: z.object({ ended: z.int() }),
})

/** Mails a link to a user. */
const mailsLink = {
  ...ofUser,
  stepUp: 5,
  body: requiredReason,
  reply: nothing,
  status: 202,
  refusals: { notFound, userInactive, partnerInactive },
} as const

export const resetTwoFactor = endpoint('POST /admin/users/{id}/reset-mfa', {
  ...mailsLink,
  summary: 'Mails a user a link to replace the authenticator; the password is still required',
})

export const disableTwoFactor = endpoint('POST /admin/users/{id}/disable-mfa', {
  ...ofUser,
  stepUp: 5,
  summary:
    'Disables a user’s authenticator at once and ends every session, login attempt and link. It stays enrolled: only a recovery code or a link of an admin leads to a new one',
  body: requiredReason,
  reply: z.object({ ended: z.int() }),
})

export const resetPassword = endpoint('POST /admin/users/{id}/reset-password', {
  ...mailsLink,
  summary: 'Mails a user a link to set the password',
})

export const listMails = endpoint('GET /admin/users/{id}/mails', {
  ...ofUser,
  summary: 'The mails to a user and whether the mail server took them, the latest first',
  reply: z.array(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      state: z.enum(['queued', 'sent', 'failed']),
      createdAt: time,
      sentAt: z.nullable(time),
      lastError: z.nullable(z.string()),
    }),
  ),
})

export const resendMail = endpoint('POST /admin/mails/{id}/resend', {
  ...ofUser,
  stepUp: 5,
  summary: 'Sends a mail again, with the same link if that still works',
  body: nothing,
  reply: nothing,
  status: 202,
})
