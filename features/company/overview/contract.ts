import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { time, uuid } from '#contract/fields.ts'
import { companyPermissions, companyRoles } from '#contract/permission.ts'

export const getCompanyOverview = endpoint('GET /users/company/overview', {
  access: { userWithAnyOf: companyPermissions },
  summary: 'Returns the seats, pending requests and administrators of the caller’s company',
  reply: z.object({
    name: z.string(),
    /** `used` counts active users and open invitations; `of` is the limit, or null without a limit. */
    seats: z.object({ used: z.int(), of: z.nullable(z.int()) }),
    /** Number of active users. */
    users: z.int(),
    /** Active users who have joined and have no working second factor. */
    withoutFactor: z.int(),
    waiting: z.object({
      requests: z.int(),
      /** Approvals that the caller may decide. */
      approvals: z.int(),
      invitations: z.int(),
    }),
    /** Pending invitations that expire within two days, at most 5; absent in replies of version 0.3.0. */
    expiring: z.optional(
      z.array(
        z.object({
          id: uuid,
          email: z.string(),
          firstname: z.string(),
          lastname: z.string(),
          expiresAt: time,
        }),
      ),
    ),
    /** The active users with a role in the company. */
    administrators: z.array(
      z.object({ id: uuid, name: z.string(), roles: z.array(z.enum(companyRoles)) }),
    ),
    /** Due time of the open access review; null if none is open. */
    reviewDue: z.nullable(time),
  }),
})
