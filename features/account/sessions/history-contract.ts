import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { pageQuery } from '#contract/page.ts'

/** How a login ended. */
export const outcomes = [
  'succeeded',
  'wrong_password',
  'wrong_code',
  'account_locked',
  'inactive',
] as const

export const listLogins = endpoint({
  method: 'GET',
  path: '/users/login/history',
  access: 'user',
  summary: 'The logins of whoever is logged in, failed ones too, the latest first',
  query: z.object(pageQuery),
  reply: z.array(
    z.object({
      timestamp: z.iso.datetime(),
      ipAddress: z.string(),
      browser: z.string(),
      outcome: z.enum(outcomes),
    }),
  ),
  refusals: {},
})
