import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams, time, uuid } from '#contract/fields.ts'
import { companyRoles } from '#contract/permission.ts'
import { errors } from '#contract/refusal.ts'

const platforms = z.array(z.object({ id: z.string(), name: z.string() }))

export const listOwnCompanyInvitations = endpoint('GET /users/company-invitations', {
  access: 'user',
  summary:
    'Lists pending company invitations to the current user’s email address. Empty for users who belong to a company',
  reply: z.array(
    z.object({
      id: uuid,
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
    'Accepts a company’s invitation to the current user’s email address. Grants access to exactly the platforms that it names',
  body: nothing,
  reply: nothing,
  status: 204,
  refusals: errors('notFound'),
})

export const listOwnAdministrators = endpoint('GET /users/company/administrators', {
  access: 'user',
  summary:
    'Lists the other active administrators of the current user’s company, owners first. Empty without a company, and for a company without administrators of its own',
  reply: z.array(z.object({ name: z.string(), roles: z.array(z.enum(companyRoles)) })),
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
    'Returns the access and roles that the current user would lose by leaving the company. null without a company, or if only support can change its users',
  reply: z.object({ leaving: z.nullable(leaving) }),
})

export const leaveCompany = endpoint('POST /users/company/leave', {
  access: 'user',
  stepUp: { withinMinutes: 5 },
  summary:
    'Removes the caller from a company with self-service administration, including their company roles and platform access. The last owner can’t leave',
  body: nothing,
  reply: nothing,
  status: 204,
  refusals: errors('notFound', 'beyondDelegation', 'lastOwner'),
})
