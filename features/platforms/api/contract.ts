import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { email, locale, requiredText } from '#contract/fields.ts'
import { idParams } from '#contract/id.ts'
import { invitationStates } from '#contract/invitation.ts'
import { pageQuery } from '#contract/page.ts'
import { errorCodes } from '#contract/refusal.ts'

const access = { platformWithScope: 'invitations' } as const
const time = z.iso.datetime()
const state = z.enum(invitationStates)
const refusals = {
  invalidToken: errorCodes.invalidToken,
  tooManyRequests: errorCodes.tooManyRequests,
}

export const inviteToPlatform = endpoint({
  method: 'POST',
  path: '/platform/invitations',
  access,
  summary:
    'Invites a person of a company that uses the platform to it, and mails her the link. The same key again gives the same answer and invites nobody again, for 24 hours',
  headers: z.object({
    /** Of the platform's own making, a new one for each invitation. */
    'idempotency-key': z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/, 'invalidKey')),
  }),
  body: z.object({
    email,
    firstname: requiredText(100),
    lastname: requiredText(100),
    /** As userinfo names it for the company's people: `partner.id`. */
    partnerId: z.string().check(z.minLength(1, 'required'), z.maxLength(100, 'tooLong')),
    preferredLanguage: locale,
    /** The platform itself and no other; that is meant without it, too. */
    subsystems: z.optional(z.array(z.string()).check(z.maxLength(100, 'tooLong'))),
    /** Where she goes once she has signed up: an address of the platform. */
    redirectUrl: z.optional(z.string().check(z.maxLength(2048, 'tooLong'))),
  }),
  reply: z.object({ id: z.uuid(), state }),
  status: 201,
  refusals: {
    ...refusals,
    /** Her address has an account already: she can log in. */
    unableToProcess: errorCodes.unableToProcess,
    partnerInactive: errorCodes.partnerInactive,
    /** The key stands for another invitation. */
    idempotencyKeyReused: errorCodes.idempotencyKeyReused,
  },
})

const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  partnerId: z.uuid(),
  preferredLanguage: locale,
  state,
  createdAt: time,
  /** Until when its link works. */
  expiresAt: z.nullable(time),
})

export const listOwnInvitations = endpoint({
  method: 'GET',
  path: '/platform/invitations',
  access,
  summary: 'The invitations that the platform has made, the latest first',
  query: z.object(pageQuery),
  reply: z.array(invitation),
  refusals,
})

export const getOwnInvitation = endpoint({
  method: 'GET',
  path: '/platform/invitations/{id}',
  access,
  summary: 'One invitation that the platform has made, and how it stands with it',
  params: idParams,
  reply: invitation,
  refusals: { ...refusals, notFound: errorCodes.notFound },
})
