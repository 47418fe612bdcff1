import * as z from 'zod/mini'
import { apiAccess as access, apiFormats, listedApi } from '#contract/api.ts'
import { apiId, apiScopes } from '#contract/api-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { ifMatch, requiredText, time } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'

const ofApi = {
  access,
  params: z.object({ clientId: z.string() }),
  refusals: errors('notFound'),
} as const

const facts = {
  name: requiredText(100),
  /** What a token for it may allow. A scope that is removed is gone from opaque tokens at once. */
  scopes: apiScopes,
  /** `opaque`: it introspects its tokens. `jwt`: it verifies them itself (RFC 9068). */
  format: z.enum(apiFormats),
  /** One that is not gets no tokens and introspects none. */
  active: z.boolean(),
}

const api = z.extend(listedApi, {
  createdAt: time,
  /** When the previous secret stops being accepted. */
  oldSecretUntil: z.nullable(time),
  /** The platforms that may ask for it. */
  platforms: z.array(z.object({ id: z.string(), name: z.string(), scopes: z.array(z.string()) })),
  etag: z.string(),
})

export type Api = z.output<typeof api>

/** Shown once. */
const clientSecret = z.string()

export const getApi = endpoint('GET /admin/apis/{clientId}', {
  ...ofApi,
  summary: 'One API, and the platforms that may ask for it',
  reply: api,
})

export const addApi = endpoint('POST /admin/apis', {
  access,
  stepUp: 5,
  summary:
    'Registers an API, for which platforms that list it get access tokens of users; its secret is in this answer and is never shown again',
  body: z.object({ id: apiId, ...facts }),
  reply: z.extend(api, { clientSecret }),
  status: 201,
})

export const changeApi = endpoint('PUT /admin/apis/{clientId}', {
  ...ofApi,
  stepUp: 5,
  summary:
    'Changes an API from its next request on; If-Match holds the etag that the change was made from',
  headers: ifMatch,
  body: z.object(facts),
  reply: api,
  refusals: errors('notFound', 'changedMeanwhile'),
})

export const replaceApiSecret = endpoint('POST /admin/apis/{clientId}/replace-secret', {
  ...ofApi,
  stepUp: 5,
  summary:
    'Replaces the secret of an API; the new one is in this answer and is never shown again. The old one works for the given hours',
  headers: ifMatch,
  body: z.object({ graceHours: z.int().check(z.minimum(0), z.maximum(168)) }),
  reply: z.extend(api, { clientSecret }),
  refusals: errors('notFound', 'changedMeanwhile'),
})
