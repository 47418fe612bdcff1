import * as z from 'zod/mini'
import { accessEnd } from '#contract/access-end.ts'
import { secondPerson, secondPersonErrors } from '#contract/approval.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import {
  distinctList,
  freeText,
  idParams,
  optionalIfMatch,
  pageQuery,
  requiredText,
  time,
  uuid,
  recordId,
} from '#contract/fields.ts'
import { linkKinds } from '#contract/link.ts'
import { listedUser } from '#contract/listed-user.ts'
import { platformAccessStates } from '#contract/me.ts'
import { profileForAdmins, profileInExport } from '#contract/profile-fields.ts'
import { maxRoles, platformRoles, roleId } from '#contract/platform-role.ts'
import { errorCodes } from '#contract/refusal.ts'
import { userListQuery } from '#contract/user-list.ts'
import { named, namedObject } from '#contract/named.ts'

const { changedMeanwhile, notFound, partnerInactive, userInactive } = errorCodes
const access = { adminWithAnyOf: ['manage_regular_user'] } as const
const reads = { access, mayLag: true } as const
const ofUser = { access, params: idParams, refusals: { notFound } } as const
const readsUser = { ...ofUser, machine: 'admin:users.read' } as const
const changesUser = { ...ofUser, stepUp: 15, machine: 'admin:users' } as const

/** A reason, which is stored in the audit log and never emailed. */
const optionalReason = namedObject('OptionalReason', { reason: z.optional(freeText(500)) })
const requiredReason = z.object({ reason: requiredText(500) })

const platforms = z.array(
  z.object({ id: z.string(), name: z.string(), state: z.enum(platformAccessStates) }),
)

const partnerUser = z.extend(listedUser, {
  /** The change of status that the calling admin may make; null if none. */
  action: z.nullable(named('UserAction', z.enum(['activate', 'deactivate']))),
  partner: z.nullable(
    namedObject('CompanyOfUser', { id: uuid, name: z.string(), active: z.boolean() }),
  ),
  /** True if the mail server refused an email in the last seven days, and accepted none of the same kind since. */
  unreachable: z.boolean(),
})
named('ListedUser', partnerUser)

export const listUsers = endpoint('GET /admin/users', {
  ...reads,
  machine: 'admin:users.read',
  summary:
    'Lists the users of all companies. Three or more letters match any part of a name or email address, ignoring case and accents. x-total-count contains the total, which is an estimate above 10,000. With a combination of filters that no index covers, a page scans 10,000 rows, and x-rows-scanned contains the number scanned',
  query: z.object({ ...userListQuery, ...pageQuery }),
  reply: z.array(partnerUser),
})

export const exportUsers = endpoint('GET /admin/users/export', {
  ...reads,
  stepUp: 5,
  summary: 'Exports a list of up to one million users as a CSV file',
  query: z.object(userListQuery),
  reply: z.unknown(),
  csvColumns: {
    id: '01900000-0000-7000-8000-000000000001',
    ...profileInExport(),
    email: 'grace@harbour.example',
    company: 'Harbour Trading',
    status: 'active',
    platforms: 'Business hub; Onboarding dashboard',
    roles: 'Business hub: approver, payer',
    secondFactor: 'authenticator',
    lastLogin: '2026-03-02T09:12:00.000Z',
  },
})

export const listChoices = endpoint('GET /admin/users/choices', {
  ...reads,
  summary:
    'Lists filter values for a list of users: all platforms, and the companies whose name contains a text, or the company with a given ID',
  query: z.object({ q: z.optional(freeText(200)), partner: z.optional(uuid) }),
  reply: z.object({
    companies: z.array(z.object({ id: uuid, name: z.string() })),
    platforms: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

export const getUser = endpoint('GET /admin/users/{id}', {
  ...readsUser,
  summary: 'Returns a user with sessions, platforms and the effect of a deactivation',
  reply: z.extend(partnerUser, {
    ...profileForAdmins,
    createdAt: time,
    /** State of authenticator and passkeys: `disabled` if the user has some but none works. */
    secondFactor: z.enum(['none', 'set', 'disabled']),
    hasAuthenticator: z.boolean(),
    /** True if an emailed link set the password and no login followed: links for the second factor then reject it. */
    passwordFromMail: z.boolean(),
    /** Number of working passkeys. */
    passkeys: z.int(),
    /** Working passkeys, the oldest first. */
    workingPasskeys: z.array(
      namedObject('WorkingPasskey', {
        id: uuid,
        name: z.string(),
        createdAt: time,
        lastUsedAt: z.nullable(time),
      }),
    ),
    /** Number of unused recovery codes. */
    recoveryCodes: z.int(),
    /** Emailed links that still work, the latest first; excludes links that only log out. */
    openLinks: z.array(
      z.object({ id: uuid, kind: z.enum(linkKinds), createdAt: time, expiresAt: time }),
    ),
    /** Time at which the user locked the account; null if it is not locked. */
    lockedByOwnerAt: z.nullable(time),
    /** Number of failed passwords and codes since the last login. */
    failuresInARow: z.int(),
    /** True if only browsers with an earlier login may use the password, until a new one is set. */
    newBrowsersRefused: z.boolean(),
    sessions: z.array(
      z.object({
        id: uuid,
        browser: z.string(),
        ipAddress: z.string(),
        loginTime: time,
        lastSeen: time,
      }),
    ),
    platforms,
    effect: namedObject('OpenSessions', { openSessions: z.int() }),
    invitation: z.nullable(z.object({ id: uuid, createdAt: time, acceptedAt: z.nullable(time) })),
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
  danger: {
    worst: 'a former user gets in',
    reason:
      'the password and second factor are still needed; an account that its user locked takes two people',
  },
  summary:
    'Activates a user. Sessions that have ended aren’t restored. Activating an account that its user locked may require two-person approval',
  approval: secondPerson('user-unlock'),
  refusals: { notFound, ...secondPersonErrors },
})

export const deactivateUser = endpoint('PUT /admin/users/{id}/deactivate', {
  ...setsActive,
  machine: 'admin:users',
  danger: { worst: 'a user is locked out', reason: 'ten a day; more takes two people' },
  summary:
    'Deactivates a user, ends their sessions at the portal and on every platform, and revokes their links. With two-person approval, more than ten users a day need a bulk action, which requests it',
})

/** Platforms that the user has an account on, and other platforms of the company. */
const platformAccounts = namedObject('PlatformsOfUser', {
  platforms: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** True if the user has an account on the platform; `active` is false if that account is deactivated. */
      given: z.boolean(),
      active: z.boolean(),
      state: z.enum(platformAccessStates),
      /** Time at which access ends automatically; null if it does not. */
      expiresAt: z.nullable(time),
      /** Ids of the user's roles on the platform, including roles that the platform no longer defines. */
      roles: z.array(z.string()),
      /** Roles that the platform defines. */
      offeredRoles: platformRoles,
    }),
  ),
  etag: z.string(),
})

export type PlatformAccounts = z.output<typeof platformAccounts>

export const getPlatforms = endpoint('GET /admin/users/{id}/platforms', {
  ...readsUser,
  summary: 'Lists a user’s platforms and the other platforms of their company',
  reply: platformAccounts,
})

export const setPlatforms = endpoint('PUT /admin/users/{id}/platforms', {
  ...changesUser,
  danger: { worst: 'a user reaches a platform', reason: 'only platforms of the user’s company' },
  summary:
    'Replaces a user’s platform access. Access to an omitted platform is removed; `active`, `roles` and `expiresAt` are unchanged if omitted. Takes effect with the platform’s next request. The user is notified by email',
  headers: optionalIfMatch,
  body: z.object({
    subsystems: z
      .array(
        z.object({
          id: requiredText(100),
          active: z.optional(z.boolean()),
          roles: z.optional(distinctList(roleId, maxRoles)),
          expiresAt: z.optional(z.nullable(accessEnd)),
        }),
      )
      .check(
        z.maxLength(500, 'tooMany'),
        z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'listedTwice'),
      ),
    reason: requiredText(500),
  }),
  reply: platformAccounts,
  refusals: { notFound, changedMeanwhile },
})

export const moveUser = endpoint('POST /admin/users/{id}/company', {
  access: { adminWithAnyOf: ['manage_partner'] },
  stepUp: 5,
  params: idParams,
  danger: {
    worst: 'a user is moved to a company of accomplices',
    reason: 'their administrators do not decide for the person who moved the user',
  },
  summary:
    'Moves a user to another company. Also requires the permission to manage users. Ends the user’s sessions, roles in the old company and requests, and removes access that has an end date or isn’t available to the new company. Accepts pending invitations from the new company',
  body: z.object({
    companyId: z.string().check(z.minLength(1, 'required'), z.maxLength(100, 'tooLong')),
    reason: requiredText(500),
  }),
  reply: partnerUser,
  refusals: { notFound, partnerInactive },
})

/** Properties of endpoints that email a link to a user. */
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
  danger: { worst: 'a lost factor is replaced', reason: 'two people decide' },
  summary: 'Emails a user a link to replace their authenticator. The user still needs the password',
  approval: secondPerson('replace-factors'),
  refusals: { ...mailsLink.refusals, ...secondPersonErrors },
})

export const disableTwoFactor = endpoint('POST /admin/users/{id}/disable-mfa', {
  ...ofUser,
  stepUp: 5,
  danger: {
    worst: 'a user needs a recovery code or support',
    reason: 'ten a day; no login becomes easier: the factor counts as set up',
  },
  summary:
    'Disables a user’s authenticator and passkeys immediately, ends all sessions and login attempts, and revokes their links. The factors stay registered: only a recovery code or a reset link from an admin lets the user replace them',
  body: requiredReason,
  reply: z.object({ ended: z.int() }),
})

export const disablePasskey = endpoint('POST /admin/users/{id}/passkeys/{passkeyId}/disable', {
  access,
  stepUp: 5,
  danger: { worst: 'a user loses a passkey', reason: 'ten a day; no login becomes easier' },
  summary:
    'Disables one of a user’s passkeys, for example on a lost phone, ends all sessions and login attempts, and revokes their links. Other passkeys keep working',
  params: z.object({ id: recordId, passkeyId: recordId }),
  body: requiredReason,
  reply: z.object({ ended: z.int() }),
  refusals: { notFound },
})

export const resetPassword = endpoint('POST /admin/users/{id}/reset-password', {
  ...mailsLink,
  danger: { worst: 'mails a link', reason: 'the second factor is still needed' },
  summary: 'Emails a user a link to set a password',
})

export const recoverAccount = endpoint('POST /admin/users/{id}/recover', {
  ...mailsLink,
  danger: { worst: 'the account is taken over by the mailbox', reason: 'two people decide' },
  summary:
    'Emails a link to a user who has lost both password and second factor. It lets the user set both. The response contains a code that the admin reads to the user after verifying their identity; the link asks for it, and no email contains it',
  approval: secondPerson('replace-factors'),
  reply: z.object({ supportCode: z.string(), expiresAt: time }),
  refusals: { ...mailsLink.refusals, ...secondPersonErrors },
})
