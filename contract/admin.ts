import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { permissions, roles } from './permission.ts'

/** The logged-in admin. */
export const adminMe = z.object({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  roles: z.array(z.enum(roles)),
  permissions: z.array(z.enum(permissions)),
})

export type AdminMe = z.output<typeof adminMe>

export const getAdminMe = endpoint('GET /admin/me', {
  access: 'admin',
  summary: 'The logged-in admin and their permissions',
  reply: adminMe,
})

/** The last reply of every login of an admin. */
export const adminLoggedIn = z.object({ next: z.literal('done'), admin: adminMe })
