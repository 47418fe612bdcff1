import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { distinctList, optionalIfMatch, pageQuery } from '#contract/fields.ts'
import { permissions, roles } from '#contract/permission.ts'
import { errorCodes } from '#contract/refusal.ts'

const { changedMeanwhile } = errorCodes
const access = { adminWithAnyOf: ['manage_admin_user'] } as const

const adminUser = z.object({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  active: z.boolean(),
  roles: z.array(z.enum(roles)),
  lastLogin: z.nullable(z.iso.datetime()),
  etag: z.string(),
})

export type AdminUser = z.output<typeof adminUser>

export const listAdminUsers = endpoint('GET /admin/admin-users', {
  access,
  summary: 'All admins with their roles, by email',
  query: z.object(pageQuery),
  reply: z.array(adminUser),
})

export const listRoles = endpoint('GET /admin/admin-users/roles', {
  access,
  summary: 'Every role with its permissions',
  reply: z.array(z.object({ value: z.enum(roles), permissions: z.array(z.enum(permissions)) })),
})

export const setRoles = endpoint('PUT /admin/admin-users/{adminUserId}/roles', {
  access,
  stepUp: 5,
  summary:
    'Replaces the roles of an admin; If-Match, where it is sent, holds the etag that the change was made from',
  params: z.object({ adminUserId: z.string() }),
  headers: optionalIfMatch,
  body: z.object({ roles: distinctList(z.enum(roles), roles.length) }),
  reply: adminUser,
  refusals: { changedMeanwhile },
})
