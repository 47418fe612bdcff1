import { invitationStates } from '#contract/link.ts'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  distinctList,
  email,
  locale,
  requiredText,
  idParams,
  pageQuery,
  time,
  uuid,
} from '#contract/fields.ts'
import { errorCodes, errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const access = { platformWithScope: 'invitations' } as const
const state = z.enum(invitationStates)
const refusals = errors('invalidToken', 'tooManyRequests')

export const inviteToPlatform = endpoint('POST /platform/invitations', {
  access,
  summary:
    'Invites a user of a company that uses the platform. A new user is emailed a link; an existing user of the company is granted access. The response is the same for any address. For 24 hours, a repeated request with the same key returns the same response and sends no second invitation',
  headers: z.object({
    /** A key that the platform generates for each invitation. */
    'idempotency-key': z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/, 'invalidKey')),
  }),
  body: z.object({
    email,
    firstname: requiredText(100),
    lastname: requiredText(100),
    /** `partner.id` as userinfo returns it for the company's users. */
    partnerId: z.string().check(z.minLength(1, 'required'), z.maxLength(100, 'tooLong')),
    preferredLanguage: locale,
    /** List with only the platform's own id, which is also the default. */
    subsystems: z.optional(distinctList(z.string(), 100, 'tooLong')),
    /** URL on the platform to which the user is redirected after the sign-up. */
    redirectUrl: z.optional(z.string().check(z.maxLength(2048, 'tooLong'))),
  }),
  reply: z.object({ id: uuid, state }),
  status: 201,
  refusals: {
    ...refusals,
    partnerInactive: errorCodes.partnerInactive,
    /** The key was used with another body. */
    idempotencyKeyReused: errorCodes.idempotencyKeyReused,
  },
})

const invitation = namedObject('PlatformInvitation', {
  id: uuid,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  partnerId: uuid,
  preferredLanguage: locale,
  state,
  createdAt: time,
  /** Expiry of the invitation's latest link; null if all links have been voided. */
  expiresAt: z.nullable(time),
})

export const listOwnInvitations = endpoint('GET /platform/invitations', {
  access,
  summary: 'Lists the platform’s own invitations, newest first',
  query: z.object(pageQuery),
  reply: z.array(invitation),
  refusals,
})

export const getOwnInvitation = endpoint('GET /platform/invitations/{id}', {
  access,
  summary: 'Returns one of the platform’s own invitations with its state',
  params: idParams,
  reply: invitation,
  refusals: { ...refusals, notFound: errorCodes.notFound },
})
