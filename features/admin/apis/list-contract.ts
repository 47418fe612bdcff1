import * as z from 'zod/mini'
import { apiAccess as access, listedApi } from '#contract/api.ts'
import { endpoint } from '#contract/endpoint.ts'

export type ListedApi = z.output<typeof listedApi>

/** Lists APIs. Separate from the contract of the forms, which the menu does not need. */
export const listApis = endpoint('GET /admin/apis', {
  access,
  summary: 'Lists the APIs behind platforms by name, inactive ones last',
  reply: z.array(listedApi),
})
