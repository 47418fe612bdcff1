import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { companyPermissions } from '#contract/permission.ts'

/** The largest number that is counted; larger ones are this number. */
export const maxWaiting = 100

export const getCompanyWaiting = endpoint('GET /users/company/waiting', {
  access: { userWithAnyOf: companyPermissions },
  summary:
    'Returns how much waits for the caller in the pages of the company, each at most 100: requests, users to review, and open invitations. Zero in pages that the caller may not open',
  reply: z.object({ requests: z.int(), review: z.int(), invitations: z.int() }),
})
