import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { permissions, roles } from './permission.ts'

/** Which admin is logged in: what `GET /admin/me` answers. */
export const adminMe = z.object({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  roles: z.array(z.enum(roles)),
  permissions: z.array(z.enum(permissions)),
})

export type AdminMe = z.output<typeof adminMe>

export const getAdminMe = endpoint({
  method: 'GET',
  path: '/admin/me',
  access: 'admin',
  summary: 'Which admin is logged in, and what she may do',
  reply: adminMe,
  refusals: {},
})

/** What every way of logging in as an admin ends with. */
export const adminLoggedIn = z.object({ next: z.literal('done'), admin: adminMe })
