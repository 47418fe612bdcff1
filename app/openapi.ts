import { callerKindOf, type Endpoint } from '#contract/endpoint.ts'
import { webhookEvent } from '#contract/webhook.ts'
import { config } from '#server/config.ts'
import { adminCookies, cookies } from '#server/cookies.ts'
import { machineScopeTexts, webhooks } from './api-texts.ts'
import { responseHeaders, requestHeaders } from './api-headers.ts'
import { problem, tagsOf } from './api-words.ts'
import { refusalResponses } from './api-refusals.ts'
import { schemaOf, type Json } from './api-schemas.ts'
import { howToLogIn } from './login-text.ts'
import { nameSchemas } from './named-schemas.ts'
import { operationOf } from './operation.ts'
import type { OperationNames } from './operation-names.ts'

type Options = {
  names: OperationNames
  /** Brand name, for the title. */
  name: string
  /** Origin of the host that serves the endpoints. */
  url: string
  /** Address of the portal, for texts and the token endpoint. */
  publicUrl: string
  isDescribed?: (endpoint: Endpoint) => boolean
}

/**
 * Generates the OpenAPI 3.1 document from the contracts of the endpoints, or of those that `isDescribed` selects.
 */
export function openapi(
  endpoints: readonly Endpoint[],
  { names, name, url, publicUrl, isDescribed = () => true }: Options,
): Json {
  // From all endpoints, so that a schema has the same name in each document.
  const { refer, definitions } = nameSchemas(endpoints)
  const described = endpoints.filter(isDescribed)
  const refusals = refusalResponses()
  const paths: Record<string, Json> = {}
  for (const endpoint of described) {
    const path = pathOf(endpoint)
    const operation = operationOf(endpoint, { names, refer, refusalsOf: refusals.refusalsOf })
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  const tags = tagsOf(described)
  const origins = {
    Origin: publicUrl,
    ...(config.adminUrl !== publicUrl && { AdminOrigin: config.adminUrl }),
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: `${name} API`,
      version: '1',
      description: howToLogIn(publicUrl, cookies.visitor),
      contact: { url: publicUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    tags,
    paths,
    ...(tags.some(({ name }) => name === 'Webhooks') && { webhooks: webhooks() }),
  }
  const components = {
    securitySchemes: securitySchemes(publicUrl),
    parameters: requestHeaders(origins),
    headers: responseHeaders,
    responses: refusals.responses,
    schemas: {
      Problem: refer(problem),
      Event: refer(schemaOf(webhookEvent, 'output')),
      ...definitions(),
    },
  }
  return { ...document, components: usedComponents(document, components) }
}

/** Returns the components that the document refers to, directly or through other components. */
function usedComponents(document: Json, components: Record<string, Json>): Json {
  const used = new Set<string>()
  const follow = (value: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/(\w+)\/([\w.-]+)"/g,
    )) {
      if (used.has(`${kind}/${name}`)) continue
      used.add(`${kind}/${name}`)
      follow(components[kind]?.[name])
    }
    // A security requirement names its scheme as a key, without $ref.
    for (const [name] of Object.entries(components['securitySchemes'] ?? {}))
      if (JSON.stringify(value).includes(`{"${name}":[`)) used.add(`securitySchemes/${name}`)
  }
  follow(document)
  const usedByKind = Object.entries(components).map(([kind, each]) => [
    kind,
    Object.fromEntries(Object.entries(each).filter(([name]) => used.has(`${kind}/${name}`))),
  ])
  return Object.fromEntries(usedByKind) as Json
}

/** Returns the path of an endpoint. The API for platforms is outside /api. */
function pathOf({ path, access }: Endpoint): string {
  return callerKindOf(access) === 'platform' ? path : `/api${path}`
}

function cookie(name: string, description: string): Json {
  return { type: 'apiKey', in: 'cookie', name, description }
}

function securitySchemes(publicUrl: string): Json {
  const tokenUrl = `${publicUrl}/oidc/token`
  const scopes = { invitations: 'Invite users to the platform' }
  return {
    visitor: cookie(
      cookies.visitor,
      'Identifies a browser without a session. Set by any response; the CSRF token is bound to it',
    ),
    session: cookie(cookies.session, 'A user’s session, set when the login completes'),
    loginAttempt: cookie(
      cookies.loginAttempt,
      'A pending login that still needs its second factor',
    ),
    adminSession: cookie(adminCookies.session, 'An admin’s session, set when the login completes'),
    adminLoginAttempt: cookie(
      adminCookies.loginAttempt,
      'A pending admin login that still needs its second factor',
    ),
    platform: {
      type: 'oauth2',
      description: 'Access token of a platform (client credentials)',
      flows: { clientCredentials: { tokenUrl, scopes } },
    },
    serviceAccount: {
      type: 'oauth2',
      description:
        'Access token of a service account, issued for an assertion signed with its key (private_key_jwt)',
      flows: { clientCredentials: { tokenUrl, scopes: machineScopeTexts } },
    },
  }
}
