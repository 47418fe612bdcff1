import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { anyOf } from '#contract/list.ts'
import {
  listedServiceAccount,
  serviceAccountAccess as access,
  serviceAccountStates,
} from '#contract/service-account.ts'

/** Lists service accounts. Separate from the contract of the forms, which the menu does not need. */
export const listServiceAccounts = endpoint('GET /admin/service-accounts', {
  access,
  summary: 'Lists service accounts by ID, revoked ones last. Filter by status',
  query: z.object({ state: anyOf(...serviceAccountStates) }),
  reply: z.array(listedServiceAccount),
})

export type ListedServiceAccount = z.output<typeof listedServiceAccount>
