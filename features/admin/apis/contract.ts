import * as z from 'zod/mini'
import { apiAccess as access, apiFormats, listedApi } from '#contract/api.ts'
import { apiId, apiScopes } from '#contract/api-fields.ts'
import { secondPerson, secondPersonErrors } from '#contract/approval.ts'
import { endpoint } from '#contract/endpoint.ts'
import { ifMatch, requiredText, time } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'
import { secretReplacement } from '#contract/secret-replacement.ts'
import { named, namedObject } from '#contract/named.ts'

const ofApi = {
  access,
  params: z.object({ clientId: z.string() }),
  refusals: errors('notFound'),
} as const

const facts = {
  name: requiredText(100),
  /** Scopes that a token for the API may contain. A removed scope disappears from opaque tokens immediately. */
  scopes: apiScopes,
  /** Token format. `opaque`: the API introspects tokens. `jwt`: it verifies them itself (RFC 9068). */
  format: named('ApiFormat', z.enum(apiFormats)),
  /** False if the API gets no tokens and may not introspect any. */
  active: z.boolean(),
}

const api = z.extend(listedApi, {
  createdAt: time,
  /** Time at which the previous secret stops working. */
  oldSecretUntil: z.nullable(time),
  /** Platforms that may request tokens for the API. */
  platforms: z.array(
    namedObject('AllowedScopes', { id: z.string(), name: z.string(), scopes: z.array(z.string()) }),
  ),
  etag: z.string(),
})
named('Api', api)

export type Api = z.output<typeof api>

/** Client secret, shown once. */
const clientSecret = z.string()

export const getApi = endpoint('GET /admin/apis/{clientId}', {
  ...ofApi,
  summary: 'Returns an API with the platforms that can request tokens for it',
  reply: api,
})

export const addApi = endpoint('POST /admin/apis', {
  access,
  stepUp: 5,
  approval: secondPerson('api-add'),
  danger: {
    worst: 'an API that reads tokens of platforms',
    reason: 'two people decide; a platform uses an API only after a change of the platform',
  },
  summary:
    'Registers an API. Platforms that list it can get access tokens for it on behalf of users. The response contains its secret, which is never shown again. Two-person approval may be required, and the API and its secret take effect once approved',
  body: z.object({ id: apiId, ...facts }),
  reply: named('ApiWithSecret', z.extend(api, { clientSecret })),
  status: 201,
  refusals: secondPersonErrors,
})

export const changeApi = endpoint('PUT /admin/apis/{clientId}', {
  ...ofApi,
  stepUp: 5,
  danger: {
    worst: 'another scope, or an API that was deactivated works again',
    reason: 'a platform uses a scope only as far as its registration lists it, which takes two',
  },
  summary:
    'Updates an API, effective with its next request. If-Match contains the ETag of the version that was edited',
  headers: ifMatch,
  body: z.object(facts),
  reply: api,
  refusals: errors('notFound', 'changedMeanwhile'),
})

export const replaceApiSecret = endpoint('POST /admin/apis/{clientId}/replace-secret', {
  ...ofApi,
  stepUp: 5,
  danger: { worst: 'a secret that introspects tokens', reason: 'two people decide' },
  summary:
    'Rotates the secret of an API. The response contains the new secret, which is never shown again. The old one stays valid for the given number of hours. Two-person approval may be required, and the new secret takes effect once approved',
  approval: secondPerson('api-secret'),
  headers: ifMatch,
  body: secretReplacement,
  reply: z.extend(api, { clientSecret }),
  refusals: { ...errors('notFound', 'changedMeanwhile'), ...secondPersonErrors },
})
