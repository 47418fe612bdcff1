import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  distinctList,
  email,
  freeText,
  locale,
  optionalIfMatch,
  pageQuery,
  requiredText,
  time,
  uuid,
  recordId,
} from '#contract/fields.ts'
import { anyOf } from '#contract/list.ts'
import { permissions, roles } from '#contract/permission.ts'
import { secondPerson, secondPersonErrors } from '#contract/approval.ts'
import { errorCodes } from '#contract/refusal.ts'
import { named, namedObject } from '#contract/named.ts'

const { changedMeanwhile, notFound, userInactive } = errorCodes
const access = { adminWithAnyOf: ['manage_admin_user'] } as const

export const adminStatuses = ['active', 'invited', 'locked', 'deactivated'] as const
export const adminFactors = ['none', 'app', 'passkey', 'disabled'] as const

const adminUser = namedObject('ListedAdmin', {
  id: uuid,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  active: z.boolean(),
  /** Time until which another admin has locked this admin out. */
  suspendedUntil: z.nullable(time),
  /**
   * True if the invitation was accepted: a password was set, or the company’s identity provider has logged the admin
   * in. A reset makes it false until the link is used.
   */
  joined: z.boolean(),
  secondFactor: z.enum(adminFactors),
  roles: z.array(z.enum(roles)),
  lastLogin: z.nullable(z.iso.datetime()),
  etag: z.string(),
})

export type AdminUser = z.output<typeof adminUser>

export function statusOf(
  admin: Pick<AdminUser, 'active' | 'joined' | 'suspendedUntil'>,
): (typeof adminStatuses)[number] {
  if (!admin.active) return 'deactivated'
  if (admin.suspendedUntil !== null) return 'locked'
  return admin.joined ? 'active' : 'invited'
}

const details = z.extend(adminUser, {
  createdAt: time,
  /** Name of the admin who added this one; null for a command, or if the log no longer contains it. */
  createdBy: z.nullable(z.string()),
  /** Newest set-up link; null if it was used, or if there is none. */
  invitation: z.nullable(
    z.object({
      state: z.enum(['open', 'expired', 'revoked']),
      sentAt: time,
      sentBy: z.nullable(z.string()),
      expiresAt: time,
    }),
  ),
  /** Roles with the time and the admin of each grant. */
  grants: z.array(
    z.object({ role: z.enum(roles), givenAt: time, givenBy: z.nullable(z.string()) }),
  ),
  /** Time when the authenticator app or the newest passkey was set up. */
  secondFactorSince: z.nullable(time),
})
named('AdminDetails', details)

export type AdminDetails = z.output<typeof details>
/** Details as the server returns them, before validation. */
export type AdminDetailsReply = z.input<typeof details>

const adminFilters = {
  /** Part of the name or email address. Ignores case and accents. */
  q: z.optional(freeText(200)),
  /** Roles, separated by commas. Matches admins with at least one of them. */
  role: anyOf(...roles),
  /** Statuses, separated by commas. `locked` matches admins whom another admin has locked out for a day. */
  status: anyOf(...adminStatuses),
  secondFactor: named('SecondFactorState', anyOf(...adminFactors)),
}

export const listAdminUsers = endpoint('GET /admin/admin-users', {
  access,
  mayLag: true,
  summary:
    'Lists admins with their roles, sorted by email address. Filter by part of the name or email address, role, status or second factor. With a filter, a page scans at most 1,000 admins, and x-rows-scanned contains the number scanned',
  query: z.object({ ...adminFilters, ...pageQuery }),
  reply: z.array(adminUser),
})

export const exportAdminUsers = endpoint('GET /admin/admin-users/export', {
  access,
  mayLag: true,
  stepUp: 5,
  summary: 'Exports a list of admins with their roles as a CSV file, sorted by email address',
  query: z.object(adminFilters),
  reply: z.unknown(),
  csvColumns: {
    id: '01900000-0000-7000-8000-000000000005',
    firstname: 'Mary',
    lastname: 'Ward',
    email: 'mary@portal.example',
    status: 'active',
    joined: 'true',
    secondFactor: 'passkey',
    roles: 'support; auditor',
    lastLogin: '2026-03-02T09:12:00.000Z',
  },
})

export const listRoles = endpoint('GET /admin/admin-users/roles', {
  access,
  summary: 'Lists all roles with their permissions',
  reply: z.array(z.object({ value: z.enum(roles), permissions: z.array(z.enum(permissions)) })),
})

const ofAdmin = {
  access,
  params: z.object({ adminUserId: recordId }),
  refusals: { notFound },
} as const
const reason = z.object({ reason: requiredText(500) })

export const inviteAdmin = endpoint('POST /admin/admin-users', {
  access,
  stepUp: 5,
  danger: { worst: 'an admin account for an accomplice', reason: 'another super admin decides' },
  summary:
    'Adds an admin and emails them a link to set a password. The roles can’t include permissions that the caller lacks',
  body: z.object({
    email,
    firstname: requiredText(100),
    lastname: requiredText(100),
    roles: distinctList(z.enum(roles), roles.length),
    preferredLanguage: locale,
    reason: z.optional(freeText(500)),
  }),
  approval: secondPerson('admin-add'),
  reply: adminUser,
  status: 201,
  refusals: secondPersonErrors,
})

const activation = {
  ...ofAdmin,
  stepUp: 5,
  body: z.object({ reason: z.optional(freeText(500)) }),
  reply: adminUser,
} as const

export const activateAdmin = endpoint('PUT /admin/admin-users/{adminUserId}/activate', {
  ...activation,
  danger: {
    worst: 'a second account of the requester decides in their favor',
    reason: 'another super admin decides; the right counts from the activation',
  },
  summary:
    'Activates another admin, who can log in again with the same roles; after more than 30 days or a reset, with a mailed link to set up the account again',
  approval: secondPerson('admin-activate'),
  refusals: { notFound, ...secondPersonErrors },
})

export const deactivateAdmin = endpoint('PUT /admin/admin-users/{adminUserId}/deactivate', {
  ...activation,
  danger: {
    worst: 'the admins who would notice are removed',
    reason: 'another super admin decides',
  },
  summary:
    'Deactivates another admin: ends their sessions and login attempts and revokes their links. Roles are kept',
  approval: secondPerson('admin-deactivate'),
  refusals: { notFound, ...secondPersonErrors },
})

export const suspendAdmin = endpoint('POST /admin/admin-users/{adminUserId}/suspend', {
  ...ofAdmin,
  stepUp: 5,
  danger: {
    worst: 'an admin who would notice can only stop requests for a day',
    reason:
      'one a day, and with two-person approval two active super admins remain; needed in an emergency',
  },
  summary:
    'Locks another admin for a day, for example if the account may be compromised: ends their sessions and login attempts and revokes their links. Allowed once a week for each admin. To block access permanently, deactivate the admin',
  body: reason,
  reply: adminUser,
  refusals: { notFound, changedMeanwhile },
})

export const resetAdmin = endpoint('POST /admin/admin-users/{adminUserId}/reset', {
  ...ofAdmin,
  stepUp: 5,
  danger: {
    worst: 'the account of an admin is taken over by the mailbox',
    reason: 'another super admin decides, and an hour passes',
  },
  summary:
    'Removes another admin’s password, second factors, sessions and links, and emails a link to set up the account again',
  body: reason,
  approval: secondPerson('admin-reset'),
  reply: adminUser,
  refusals: { notFound, userInactive, ...secondPersonErrors },
})

export const revokeAdminInvitation = endpoint(
  'POST /admin/admin-users/{adminUserId}/invitation/revoke',
  {
    ...ofAdmin,
    stepUp: 5,
    danger: {
      worst: 'a new admin cannot set up the account',
      reason: 'it only prevents access; the invitation can be repeated',
    },
    summary:
      'Revokes another admin’s invitation link. Returns 404001 if there is no valid link. Roles are kept; to block access permanently, deactivate the admin',
    body: reason,
    reply: details,
  },
)

export const getAdminUser = endpoint('GET /admin/admin-users/{adminUserId}', {
  ...ofAdmin,
  summary: 'Returns an admin with their roles, who assigned them, and the invitation',
  reply: details,
})

export const listSessionsOfAdmin = endpoint('GET /admin/admin-users/{adminUserId}/sessions', {
  ...ofAdmin,
  summary: 'Lists an admin’s active sessions, most recently used first',
  reply: z.array(
    namedObject('SessionOfAccount', {
      id: uuid,
      browser: z.string(),
      ipAddress: z.string(),
      loginTime: time,
      lastSeen: time,
    }),
  ),
})

export const endAdminSessions = endpoint('POST /admin/admin-users/{adminUserId}/sessions/logout', {
  ...ofAdmin,
  stepUp: 5,
  danger: {
    worst: 'an admin is logged out',
    reason: 'ends or prevents access; the user can log in again',
  },
  summary: 'Ends all sessions of another admin, who can log in again',
  body: reason,
  reply: z.object({ ended: z.int() }),
})

export const setRoles = endpoint('PUT /admin/admin-users/{adminUserId}/roles', {
  access,
  stepUp: 5,
  danger: {
    worst: 'an accomplice gets every permission',
    reason: 'another admin with the same permissions decides',
  },
  summary:
    'Replaces an admin’s roles. If-Match is optional and contains the ETag of the version that was edited',
  params: z.object({ adminUserId: recordId }),
  headers: optionalIfMatch,
  body: z.object({
    roles: distinctList(z.enum(roles), roles.length),
    /** Reason shown to the approver, if the action needs an approval. */
    reason: z.optional(freeText(500)),
  }),
  approval: secondPerson('admin-roles'),
  reply: adminUser,
  refusals: { changedMeanwhile, ...secondPersonErrors },
})
