import { invitationStates } from '#contract/link.ts'
import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import {
  distinctList,
  email,
  freeText,
  locale,
  requiredText,
  idParams,
  pageQuery,
  recordId,
  time,
  uuid,
} from '#contract/fields.ts'
import { anyOf, sortedBy } from '#contract/list.ts'
import { checkedRow, guestRow, idempotencyKey, typedRow } from '#contract/guest-row.ts'
import {
  invitedRoles,
  platformRoles,
  platformUsers,
  rolesOfPlatforms,
} from '#contract/platform-role.ts'
import { errorCodes } from '#contract/refusal.ts'
import { named, namedObject } from '#contract/named.ts'

const {
  changedMeanwhile,
  idempotencyKeyReused,
  notFound,
  partnerInactive,
  unableToProcess,
  userInactive,
  userOfOtherCompany,
} = errorCodes
const access = { adminWithAnyOf: ['manage_regular_user'] } as const
const subsystem = z.object({ id: z.string(), name: z.string() })

/** Supported minimum ages in days. */
export const ages = ['7', '30', '90'] as const

/** Supported times until expiry in hours. */
export const expiries = ['48'] as const

const invitationFilters = {
  q: z.optional(freeText(200)),
  state: named('InvitationState', anyOf(...invitationStates)),
  company: z.optional(recordId.check(z.maxLength(100))),
  /** Age in days. Matches invitations that were first sent longer ago. */
  olderThan: z.optional(named('InvitationAge', z.enum(ages))),
  /** Hours. Matches open invitations that expire within this time. */
  expiresWithin: z.optional(named('HoursLeft', z.enum(expiries))),
}

export const listInvitations = endpoint('GET /admin/invitations', {
  access,
  mayLag: true,
  machine: 'admin:invitations.read',
  summary:
    'Lists invitations, newest first, or sorted by when they were last sent or expire. Filter by status, company, age or time until expiration. Three or more letters match any part of a name or email address, ignoring case and accents. With a filter and a sort order, a page scans at most 5,000 invitations, and x-rows-scanned contains the number scanned',
  query: z.object({ ...invitationFilters, sort: sortedBy('sent', 'expires'), ...pageQuery }),
  reply: z.array(
    z.object({
      id: uuid,
      email: z.string(),
      firstname: z.string(),
      lastname: z.string(),
      partner: z.object({ id: uuid, name: z.string() }),
      subsystems: z.array(subsystem),
      platformRoles: rolesOfPlatforms,
      preferredLanguage: locale,
      /** URL that the user opens after sign-up; null for the portal. */
      redirectUrl: z.nullable(z.string()),
      state: z.enum(invitationStates),
      /** Id of the user who accepted the invitation; null before that. */
      userId: z.optional(z.nullable(uuid)),
      createdAt: time,
      /** Time when the invitation was last sent. */
      sentAt: time,
      /** Number of mails sent. Counts only links that are still stored. */
      timesSent: z.int(),
      /** Time when the link expires; null without a link. */
      expiresAt: z.nullable(time),
      /** Time at which the granted access ends; null if it does not. */
      accessExpiresAt: z.optional(z.nullable(time)),
      /** True if the mail server rejected the latest mail. */
      isUndelivered: z.boolean(),
    }),
  ),
})

export const exportInvitations = endpoint('GET /admin/invitations/export', {
  access,
  mayLag: true,
  stepUp: 5,
  summary: 'Exports a list of up to one million invitations as a CSV file, newest first',
  query: z.object(invitationFilters),
  reply: z.unknown(),
  csvColumns: {
    id: '01900000-0000-7000-8000-000000000004',
    firstname: 'Grace',
    lastname: 'Hopper',
    email: 'grace@harbour.example',
    company: 'Harbour Trading',
    status: 'open',
    platforms: 'Business hub',
    language: 'en',
    createdAt: '2026-03-02T09:12:00.000Z',
    expiresAt: '2026-03-09T09:12:00.000Z',
  },
})

export type Invitation = z.output<typeof listInvitations.reply>[number]

/** Lists the companies for the form of inviting admins, who may lack permission to manage companies. */
export const listInvitingPartners = endpoint('GET /admin/invitations/partners', {
  access,
  mayLag: true,
  machine: 'admin:invitations.read',
  summary:
    'Lists companies to which users can be invited, by part of the name or by ID, with their platforms and platform roles',
  query: z.object({ q: z.optional(freeText(200)), id: z.optional(uuid) }),
  reply: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      subsystems: z.array(z.extend(subsystem, { roles: platformRoles })),
      /** True if the company has all platforms, including future ones. */
      hasAll: z.boolean(),
      /** Access of the company’s users, of at most 1,000 of them; null without `id` in the query. */
      usage: z.optional(
        z.nullable(
          namedObject('PlatformUsage', {
            users: z.int(),
            platforms: platformUsers,
          }),
        ),
      ),
    }),
  ),
})

/** Ids of the platforms granted to a user with an account; null for a new user. */
const added = z.nullable(z.array(z.string()))

const companyId = z.string().check(z.minLength(1, 'required'), z.maxLength(100, 'tooLong'))
const platformIds = distinctList(z.string(), 100, 'tooLong')
/** URL of a registered platform that an invited user opens after sign-up. */
const redirectUrl = z.optional(z.string().check(z.maxLength(2048, 'tooLong')))

/** Errors for an address that already has an account. */
const ofUser = {
  /** The user has no company. */
  unableToProcess,
  /** `company` contains the name of the other company. */
  userOfOtherCompany,
  userInactive,
}

export const addInvitation = endpoint('POST /admin/invitations', {
  access,
  machine: 'admin:invitations',
  stepUp: 15,
  danger: {
    worst: 'an account in a company for an accomplice',
    reason: 'an account without rights; it decides nothing for the person who invited it',
  },
  summary:
    'Invites a user to a company and its platforms, and emails the link. A user who already has an account at that company is granted access instead and is notified by email',
  body: z.object({
    email,
    firstname: requiredText(100),
    lastname: requiredText(100),
    partnerId: companyId,
    subsystems: platformIds,
    platformRoles: invitedRoles,
    preferredLanguage: locale,
    redirectUrl,
  }),
  reply: namedObject('AddedInvitation', { id: uuid, added }),
  status: 201,
  refusals: { ...ofUser, partnerInactive },
})

/** Maximum number of rows in one call. */
export const maxRows = 500
const maxBodyBytes = 256 * 1024

/** Fields of a list that apply to all of its rows. */
const ofList = { companyId, subsystems: platformIds, platformRoles: invitedRoles }

export const checkInvitations = endpoint('POST /admin/invitations/check', {
  access,
  stepUp: { none: 'it changes nothing' },
  summary:
    'Validates the rows of a list before it is sent. Returns each row’s errors and whether the user has an account',
  maxBodyBytes,
  body: z.object({
    ...ofList,
    rows: z.array(typedRow).check(z.maxLength(maxRows, 'tooMany')),
  }),
  /** Results in the order of the rows. */
  reply: z.object({ rows: z.array(checkedRow) }),
  refusals: { partnerInactive },
})

export const addInvitations = endpoint('POST /admin/invitations/bulk', {
  access,
  machine: 'admin:invitations',
  stepUp: 15,
  danger: { worst: '1,000 mails to strangers', reason: 'limited by day and address' },
  summary:
    'Invites the users of a list to a company and its platforms. Nothing is sent unless every row is valid. For 24 hours, a repeated request with the same key returns the same response and sends nothing',
  maxBodyBytes,
  headers: idempotencyKey,
  body: z.object({
    ...ofList,
    rows: z.array(guestRow).check(z.minLength(1, 'required'), z.maxLength(maxRows, 'tooMany')),
    redirectUrl,
    /** Id of a pending invitation that the list replaces. The new invitations grant access until the same time. */
    replaces: z.optional(uuid),
  }),
  reply: z.object({
    /** Recorded in the audit row of each invitation as `batchId`. */
    id: uuid,
    /** Results in the order of the rows. */
    rows: z.array(z.object({ id: uuid, added })),
  }),
  status: 201,
  refusals: { partnerInactive, idempotencyKeyReused },
})

const ofMany = {
  access,
  stepUp: 15,
  headers: idempotencyKey,
  body: namedObject('InvitationIds', {
    ids: distinctList(z.string().check(z.maxLength(100)), maxRows).check(
      z.minLength(1, 'required'),
    ),
  }),
  /** Results in the order of the ids. */
  reply: namedObject('InvitationResults', {
    results: z.array(
      z.object({
        id: z.string(),
        /** Error code; null for success. */
        code: z.nullable(z.int()),
        /** Name of the other company, if the user belongs to one. */
        company: z.optional(z.string()),
      }),
    ),
  }),
  refusals: { idempotencyKeyReused },
} as const

export const resendInvitations = endpoint('POST /admin/invitations/bulk/resend', {
  ...ofMany,
  danger: { worst: 'mails a link', reason: 'to the same addresses, with limits' },
  summary: 'Resends pending invitations and returns the result of each',
})

export const revokeInvitations = endpoint('POST /admin/invitations/bulk/revoke', {
  ...ofMany,
  danger: { worst: 'invitations are lost', reason: 'they can be repeated' },
  summary: 'Revokes pending invitations and returns the result of each',
})

const ofPendingInvitation = {
  access,
  stepUp: 15,
  params: idParams,
  body: nothing,
  reply: nothing,
  refusals: {
    notFound,
    /** The invitation was already accepted or revoked. */
    changedMeanwhile,
  },
} as const

export const resendInvitation = endpoint('POST /admin/invitations/{id}/resend', {
  ...ofPendingInvitation,
  machine: 'admin:invitations',
  danger: { worst: 'mails a link', reason: 'to the same address' },
  summary:
    'Emails a new link for a pending invitation and invalidates the earlier one. A user who now has an account is granted access instead',
  reply: z.object({ added }),
  status: 202,
  refusals: { ...ofPendingInvitation.refusals, ...ofUser, partnerInactive },
})

export const revokeInvitation = endpoint('POST /admin/invitations/{id}/revoke', {
  ...ofPendingInvitation,
  machine: 'admin:invitations',
  danger: { worst: 'an invitation is lost', reason: 'it can be repeated' },
  summary: 'Revokes an invitation and invalidates its link',
})
