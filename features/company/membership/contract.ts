import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams, time } from '#contract/fields.ts'
import { companyRoles } from '#contract/permission.ts'
import { errors } from '#contract/refusal.ts'

const platforms = z.array(z.object({ id: z.string(), name: z.string() }))

export const listOwnCompanyInvitations = endpoint('GET /users/company-invitations', {
  access: 'user',
  summary:
    'Lists the open invitations of companies to the logged-in user’s own address; empty for a user of a company',
  reply: z.array(
    z.object({
      id: z.uuid(),
      company: z.string(),
      /** The platforms that the user can open after joining. */
      platforms,
      /** Expiry of the access to the platforms; null if it does not expire. */
      accessExpiresAt: z.nullable(time),
      expiresAt: time,
    }),
  ),
})

export const joinCompany = endpoint('POST /users/company-invitations/{id}/join', {
  access: 'user',
  params: idParams,
  summary:
    'Joins the company of an invitation to the user’s own address, with exactly the platforms that it names',
  body: nothing,
  reply: nothing,
  status: 204,
  refusals: errors('notFound', 'partnerInactive'),
})

const leaving = z.object({
  company: z.string(),
  platforms,
  roles: z.array(z.enum(companyRoles)),
  /** True if the company would have no active owner without the user. */
  isLastOwner: z.boolean(),
})

export type Leaving = z.output<typeof leaving>

export const describeLeaving = endpoint('GET /users/company/leave', {
  access: 'user',
  summary:
    'Returns the access and roles that the user would lose by leaving the company; null without a company, and if only the provider changes its users',
  reply: z.object({ leaving: z.nullable(leaving) }),
})

export const leaveCompany = endpoint('POST /users/company/leave', {
  access: 'user',
  stepUp: { withinMinutes: 5 },
  summary:
    'Removes the caller from a company that administers itself, and ends the caller’s roles in it and access to platforms. The last owner cannot leave',
  body: nothing,
  reply: nothing,
  status: 204,
  refusals: errors('notFound', 'beyondDelegation', 'lastOwner'),
})
