import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { pageQuery } from '#contract/fields.ts'
import { permissions, roles } from '#contract/permission.ts'
import { errorCodes } from '#contract/refusal.ts'

const access = { adminWithAnyOf: ['manage_admin_user'] } as const

const adminUser = z.object({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  active: z.boolean(),
  roles: z.array(z.enum(roles)),
  lastLogin: z.nullable(z.iso.datetime()),
  /** What a change of her roles has to be made from (`If-Match`). */
  etag: z.string(),
})

export type AdminUser = z.output<typeof adminUser>

export const listAdminUsers = endpoint({
  method: 'GET',
  path: '/admin/admin-users',
  access,
  summary: 'All admins with their roles, by address',
  query: z.object(pageQuery),
  reply: z.array(adminUser),
  refusals: {},
})

export const listRoles = endpoint({
  method: 'GET',
  path: '/admin/admin-users/roles',
  access,
  summary: 'Every role, and what it allows',
  reply: z.array(z.object({ value: z.enum(roles), permissions: z.array(z.enum(permissions)) })),
  refusals: {},
})

export const setRoles = endpoint({
  method: 'PUT',
  path: '/admin/admin-users/{adminUserId}/roles',
  access,
  stepUp: true,
  summary:
    'Gives an admin these roles in the place of hers; If-Match holds the etag that the change was made from',
  params: z.object({ adminUserId: z.string() }),
  headers: z.object({ 'if-match': z.string().check(z.regex(/^"\d{1,9}"$/, 'invalidEtag')) }),
  body: z.object({ roles: z.array(z.enum(roles)).check(z.maxLength(roles.length)) }),
  reply: adminUser,
  refusals: {
    stepUpRequired: errorCodes.stepUpRequired,
    changedMeanwhile: errorCodes.changedMeanwhile,
  },
})
