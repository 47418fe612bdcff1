import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { anyOf } from '#contract/list.ts'
import {
  listedServiceAccount,
  serviceAccountAccess as access,
  serviceAccountStates,
} from '#contract/service-account.ts'

/** Apart from the forms: the menu needs no more. */
export const listServiceAccounts = endpoint('GET /admin/service-accounts', {
  access,
  summary: 'Service accounts by id, revoked ones last; by state',
  query: z.object({ state: anyOf(...serviceAccountStates) }),
  reply: z.array(listedServiceAccount),
})

export type ListedServiceAccount = z.output<typeof listedServiceAccount>
