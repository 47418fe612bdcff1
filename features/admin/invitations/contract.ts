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
  time,
} from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'

const {
  changedMeanwhile,
  notFound,
  partnerInactive,
  unableToProcess,
  userInactive,
  userOfOtherCompany,
} = errorCodes
const access = { adminWithAnyOf: ['manage_regular_user'] } as const
const subsystem = z.object({ id: z.string(), name: z.string() })

export const listInvitations = endpoint('GET /admin/invitations', {
  access,
  summary: 'Invitations, the latest first',
  query: z.object(pageQuery),
  reply: z.array(
    z.object({
      id: z.uuid(),
      email: z.string(),
      firstname: z.string(),
      lastname: z.string(),
      partner: z.object({ id: z.uuid(), name: z.string() }),
      subsystems: z.array(subsystem),
      preferredLanguage: locale,
      state: z.enum(invitationStates),
      createdAt: time,
      /** When its link stops working. */
      expiresAt: z.nullable(time),
    }),
  ),
})

export type Invitation = z.output<typeof listInvitations.reply>[number]

/** For the form: an admin who may invite may lack the permission to manage companies. */
export const listInvitingPartners = endpoint('GET /admin/invitations/partners', {
  access,
  summary: 'Companies that users can be invited to, by a part of the name, with their platforms',
  query: z.object({ q: z.optional(freeText(200)) }),
  reply: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      subsystems: z.array(subsystem),
      /** Whether it has all platforms, also future ones. */
      hasAll: z.boolean(),
    }),
  ),
})

/** Ids of the platforms that a user who exists was given; null for a new user. */
const added = z.nullable(z.array(z.string()))

/** Of an address that has an account already. */
const ofUser = {
  /** The user has no company. */
  unableToProcess,
  /** `company` names it. */
  userOfOtherCompany,
  userInactive,
}

export const addInvitation = endpoint('POST /admin/invitations', {
  access,
  stepUp: 15,
  summary:
    'Invites a user to a company and its platforms, and mails the link. A user who exists in that company is given the platforms instead, and is notified by email',
  body: z.object({
    email,
    firstname: requiredText(100),
    lastname: requiredText(100),
    partnerId: z.string().check(z.minLength(1, 'required'), z.maxLength(100, 'tooLong')),
    subsystems: distinctList(z.string(), 100, 'tooLong'),
    preferredLanguage: locale,
    /** Where the user goes after sign-up: a URL of a registered platform. */
    redirectUrl: z.optional(z.string().check(z.maxLength(2048, 'tooLong'))),
  }),
  reply: z.object({ id: z.uuid(), added }),
  status: 201,
  refusals: { ...ofUser, partnerInactive },
})

const ofOpenInvitation = {
  access,
  stepUp: 15,
  params: idParams,
  body: nothing,
  reply: nothing,
  refusals: {
    notFound,
    /** It was accepted or revoked already. */
    changedMeanwhile,
  },
} as const

export const resendInvitation = endpoint('POST /admin/invitations/{id}/resend', {
  ...ofOpenInvitation,
  summary:
    'Mails a new link for an open invitation; the older link stops working. A user who exists by now is given the platforms instead',
  reply: z.object({ added }),
  status: 202,
  refusals: { ...ofOpenInvitation.refusals, ...ofUser, partnerInactive },
})

export const revokeInvitation = endpoint('POST /admin/invitations/{id}/revoke', {
  ...ofOpenInvitation,
  summary: 'Revokes an invitation and voids its link',
})
