import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

export const findDestination = endpoint({
  method: 'GET',
  path: '/users/destination',
  access: 'anyone',
  summary: 'Tells to which platform the redirect_url of a page leads, if it leads to one',
  query: z.object({ url: z.string() }),
  reply: z.object({
    /** Null for any other address: nobody is sent there. The address is as a browser reads it. */
    platform: z.nullable(z.object({ id: z.string(), name: z.string(), url: z.string() })),
  }),
  refusals: {},
})
