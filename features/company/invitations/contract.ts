import * as z from 'zod/mini'
import { accessEnd } from '#contract/access-end.ts'
import { invitedRoles } from '#contract/platform-role.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import {
  distinctList,
  freeText,
  idParams,
  locale,
  pageQuery,
  time,
  uuid,
} from '#contract/fields.ts'
import { checkedRow, guestRow, idempotencyKey, typedRow } from '#contract/guest-row.ts'
import { invitationStates } from '#contract/link.ts'
import { anyOf } from '#contract/list.ts'
import { errorCodes, errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const access = { userWithAnyOf: ['company_users'] } as const

/** Maximum number of rows per call. */
export const maxRows = 50

const subsystems = distinctList(z.string(), 100, 'tooLong')

const invitation = z.object({
  id: uuid,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  subsystems: z.array(z.object({ id: z.string(), name: z.string() })),
  preferredLanguage: locale,
  state: z.enum(invitationStates),
  createdAt: time,
  /** Time at which the invitation was last sent. */
  sentAt: time,
  timesSent: z.int(),
  /** Expiry of the invitation's latest link; null without a link. */
  expiresAt: z.nullable(time),
  /** Expiry of the access that the invitation grants; null if it does not expire. */
  accessExpiresAt: z.nullable(time),
})

export type CompanyInvitation = z.output<typeof invitation>

export const listCompanyInvitations = endpoint('GET /users/company/invitations', {
  access,
  summary:
    'Lists invitations to the caller’s company, newest first. Three or more letters match any part of a name or email address',
  query: z.object({
    q: z.optional(freeText(200)),
    state: anyOf(...invitationStates),
    ...pageQuery,
  }),
  reply: z.array(invitation),
})

/** Checks addresses only against the caller's company: any other address gets the same result as a new one. */
export const checkGuests = endpoint('POST /users/company/invitations/check', {
  access,
  stepUp: { none: 'it changes nothing' },
  summary:
    'Validates the rows of a list before it is sent, against the caller’s own company only. Changes nothing',
  body: z.object({
    subsystems,
    platformRoles: invitedRoles,
    rows: z.array(typedRow).check(z.maxLength(maxRows, 'tooMany')),
  }),
  reply: z.object({
    rows: z.array(checkedRow),
    /** Seats in use and their maximum; `of` is null for no maximum. */
    seats: namedObject('Seats', { used: z.int(), of: z.nullable(z.int()) }),
  }),
  refusals: errors('beyondDelegation'),
})

export const inviteColleagues = endpoint('POST /users/company/invitations', {
  access,
  stepUp: { withinMinutes: 15 },
  danger: {
    worst: 'an account in the own company for an accomplice',
    reason: 'within the seats; it decides nothing for the person who invited it',
  },
  summary:
    'Invites users to the caller’s company: all of them, or none if a row is invalid. Existing users of the company are granted access immediately. The response reveals nothing about addresses outside the company. For 24 hours, a repeated request with the same key returns the same response and sends nothing',
  headers: idempotencyKey,
  body: z.object({
    users: z.array(guestRow).check(z.minLength(1, 'required'), z.maxLength(maxRows, 'tooMany')),
    subsystems,
    platformRoles: invitedRoles,
    /** Expiry of the access; null if it does not expire. */
    expiresAt: z.optional(z.nullable(accessEnd)),
  }),
  example: {
    users: [
      {
        email: 'grace@harbour.example',
        firstname: 'Grace',
        lastname: 'Hopper',
        preferredLanguage: 'en',
      },
    ],
    subsystems: ['business-hub'],
    expiresAt: '2099-12-31T00:00:00Z',
  },
  /** The invitations, in the order of the rows. */
  reply: z.array(z.object({ id: uuid, email: z.string(), state: z.enum(invitationStates) })),
  status: 201,
  refusals: errors('beyondDelegation', 'tooManyRequests', 'idempotencyKeyReused'),
})

const ofInvitation = {
  access,
  stepUp: { withinMinutes: 15 },
  params: idParams,
  body: nothing,
  reply: nothing,
} as const

export const resendCompanyInvitation = endpoint('POST /users/company/invitations/{id}/resend', {
  ...ofInvitation,
  danger: { worst: 'mails a link', reason: 'to the same address' },
  summary: 'Emails a new link for a pending or expired invitation and invalidates the earlier link',
  status: 202,
  refusals: {
    ...errors('notFound', 'beyondDelegation', 'tooManyRequests'),
    /** The invitation was already accepted or revoked. */
    changedMeanwhile: errorCodes.changedMeanwhile,
  },
})

export const revokeCompanyInvitation = endpoint('POST /users/company/invitations/{id}/revoke', {
  ...ofInvitation,
  danger: { worst: 'an invitation is lost', reason: 'it can be repeated' },
  summary: 'Revokes an invitation and invalidates its link',
  refusals: errors('notFound', 'changedMeanwhile'),
})
