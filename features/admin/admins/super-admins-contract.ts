import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/** Endpoint in a file of its own, because few pages load it. */
export const listSuperAdmins = endpoint('GET /admin/super-admins', {
  access: 'admin',
  summary: 'Lists the names of the active super admins, who assign roles, sorted by email address',
  reply: z.array(z.object({ name: z.string() })),
})
