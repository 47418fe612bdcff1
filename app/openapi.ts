import * as z from 'zod/mini'
import { callerKindOf, type Endpoint } from '#contract/endpoint.ts'
import { pngFile } from '#contract/image.ts'
import { adminCookieNames, cookieNames } from '#server/cookies.ts'
import { errorCodes, commonErrors, statusOf } from '#contract/refusal.ts'
import { webhookEvent } from '#contract/webhook.ts'
import { conditionsOf, machineScopeTexts, webhooks } from './api-texts.ts'
import { answerHeaders, meanings, problem, sentHeaders, tagOf, tags } from './api-words.ts'
import names from './operation-names.json' with { type: 'json' }

type Json = Record<string, unknown>

/** Generates the OpenAPI 3.1 document of the endpoints from their contracts. `url` is that of the host that serves them. */
export function openapi(
  endpoints: readonly Endpoint[],
  { name, url, publicUrl }: { name: string; url: string; publicUrl: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  const used = new Set(endpoints.map(({ path }) => tagOf(path)))
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} API`,
      version: '1',
      description,
      contact: { url: publicUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    tags: tags.filter((tag) => used.has(tag.name)),
    paths,
    ...(used.has('Webhooks') && { webhooks: webhooks() }),
    components: {
      securitySchemes: securitySchemes(publicUrl),
      parameters: sentHeaders,
      headers: answerHeaders,
      schemas: { Problem: problem, Event: schemaOf(webhookEvent, 'output') },
    },
  }
}

/** The API for platforms is outside /api. */
function pathOf({ path, access }: Endpoint): string {
  return callerKindOf(access) === 'platform' ? path : `/api${path}`
}

function securitySchemes(publicUrl: string): Json {
  const tokenUrl = `${publicUrl}/oidc/token`
  const scopes = { invitations: 'Invites users to the platform' }
  return {
    session: { type: 'apiKey', in: 'cookie', name: cookieNames.session },
    loginAttempt: { type: 'apiKey', in: 'cookie', name: cookieNames.loginAttempt },
    adminSession: { type: 'apiKey', in: 'cookie', name: adminCookieNames.session },
    adminLoginAttempt: { type: 'apiKey', in: 'cookie', name: adminCookieNames.loginAttempt },
    platform: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes } } },
    serviceAccount: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl, scopes: machineScopeTexts } },
    },
  }
}

const description = `A browser logs in in four steps, keeping the cookies that each answer sets:

1. \`GET /api/csrf\` with \`X-Requested-With: XMLHttpRequest\`, as every call below /api. The answer's header \`X-CSRF-Token\` is the token that the next changing call sends; each answer may carry a newer one.
2. \`POST /api/users/login\` with the email address and the password.
3. \`POST /api/users/login/verify-mfa\` with the code of the authenticator.
4. \`GET /api/users/me\`, and whatever else.

Errors are described by RFC 9457, with a code (\`errorCode\`) that says which. Lists answer one page; \`X-Next-Cursor\` leads to the next.`

function operation(endpoint: Endpoint): Json {
  const parameters = [
    ...commonParameters(endpoint),
    ...fieldsOf(endpoint.params, 'path'),
    ...fieldsOf(endpoint.query, 'query'),
    ...fieldsOf(endpoint.headers, 'header'),
  ]
  return {
    operationId: operationId(endpoint),
    tags: [tagOf(endpoint.path)],
    summary: endpoint.summary,
    description: conditionsOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: {
        // No body is taken as {}.
        required: !endpoint.body.safeParse({}).success,
        content: bodyOf(endpoint.body, endpoint.example),
      },
    }),
    responses: { [String(endpoint.status ?? 200)]: success(endpoint), ...refusalsOf(endpoint) },
    security: securityOf(endpoint),
  }
}

/** Cookies go with the calls of a browser: these headers prove that its page sent them. */
function commonParameters({ method, access }: Endpoint): Json[] {
  if (callerKindOf(access) === 'platform') return []
  const sent =
    method === 'GET' ? (['RequestedWith'] as const) : (['RequestedWith', 'CsrfToken'] as const)
  return sent.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

function headersOf(sent: readonly (keyof typeof answerHeaders)[]): Json {
  return Object.fromEntries(sent.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function success(endpoint: Endpoint): Json {
  const isPlatform = callerKindOf(endpoint.access) === 'platform'
  const isList = endpoint.query?.shape['cursor'] !== undefined
  const headers = headersOf([
    'X-Request-Id',
    ...(isPlatform ? [] : (['X-CSRF-Token'] as const)),
    ...(isList
      ? ([
          'X-Next-Cursor',
          'X-Next-Url',
          'X-Total-Count',
          'X-Total-Estimated',
          'X-Rows-Scanned',
        ] as const)
      : []),
  ])
  if (endpoint.status === 204) return { description: 'Done', headers }
  const { csvExample } = endpoint
  if (csvExample !== undefined) {
    const schema = { type: 'string' }
    return {
      description: 'A CSV file (RFC 4180) in UTF-8 with a byte order mark',
      headers: { ...headers, 'Content-Disposition': { description: 'Its name', schema } },
      content: { 'text/csv': { schema, example: csvExample } },
    }
  }
  const content = contentOf('json', schemaOf(endpoint.reply, 'output'))
  return { description: 'Done', headers, content }
}

const nameOf = new Map(Object.entries(errorCodes).map(([name, code]) => [code as number, name]))

/** Which of the common errors a call can give. */
function canAnswer(
  name: string,
  { method, access, params, query, body, refusals }: Endpoint,
): boolean {
  const kind = callerKindOf(access)
  switch (name) {
    case 'adminNotLoggedIn':
      return kind === 'admin'
    case 'notLoggedIn':
      return kind === 'user'
    case 'forbidden':
      return kind !== 'anyone'
    case 'invalidCsrfToken':
      return method !== 'GET' && kind !== 'platform'
    case 'notFound':
      return params !== undefined || 'notFound' in refusals
    case 'requestTimeout':
    case 'tooLarge':
    case 'notJson':
      return body !== undefined
    case 'invalidInput':
      return body !== undefined || params !== undefined || query !== undefined
    default:
      return name !== 'methodNotAllowed'
  }
}

function refusalsOf(endpoint: Endpoint): Json {
  const common = Object.entries(commonErrors).filter(([name]) => canAnswer(name, endpoint))
  const codes = new Set([...Object.values(endpoint.refusals), ...common.map(([, code]) => code)])
  const byStatus = Map.groupBy([...codes].sort(), statusOf)
  const content = contentOf('problem+json', { $ref: '#/components/schemas/Problem' })
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => {
      const description = each.map((code) => `${code} ${nameOf.get(code) ?? ''}`).join(', ')
      const headers = headersOf(
        status === 429 || status === 503 ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id'],
      )
      return [status, { description, headers, content }]
    }),
  )
}

function contentOf(type: 'json' | 'problem+json', schema: Json): Json {
  return { [`application/${type}`]: { schema } }
}

function bodyOf(body: z.ZodMiniType, example: unknown): Json {
  if (body === pngFile) return { 'image/png': { schema: { type: 'string', format: 'binary' } } }
  const schema = closed(schemaOf(body))
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}

function fieldsOf(schema: z.ZodMiniObject | undefined, place: 'path' | 'query' | 'header'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(meanings[name] !== undefined && { description: meanings[name] }),
    schema: field,
  }))
}

const schemes = {
  'login-attempt': 'loginAttempt',
  user: 'session',
  'admin-login-attempt': 'adminLoginAttempt',
  admin: 'adminSession',
}

function securityOf({ access, machine }: Endpoint): Json[] {
  if (typeof access === 'object' && 'platformWithScope' in access)
    return [{ platform: [access.platformWithScope] }]
  const kind = callerKindOf(access)
  const byCookie = kind in schemes ? [{ [schemes[kind as keyof typeof schemes]]: [] }] : []
  return machine ? [...byCookie, { serviceAccount: [machine] }] : byCookie
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => complete(jsonSchema),
  }) as Json
  return rest
}

/** As generators of clients expect it: arrays of items, and a record of known keys as an object. */
function complete(schema: Json): void {
  const first = schema['prefixItems'] as Json[] | undefined
  if (first) schema['items'] = first.length === 1 ? first[0] : { anyOf: first }
  delete schema['prefixItems']
  if (schema['type'] === 'array') schema['items'] ??= {}
  const names = (schema['propertyNames'] as { enum?: string[] } | undefined)?.enum
  if (!names) return
  const value = schema['additionalProperties']
  schema['properties'] = Object.fromEntries(names.map((name) => [name, value]))
  schema['additionalProperties'] = false
  delete schema['propertyNames']
}

/** A body with a key that the schema does not know is refused. */
function closed(schema: Json): Json {
  if (Array.isArray(schema['anyOf']))
    return { ...schema, anyOf: (schema['anyOf'] as Json[]).map(closed) }
  return schema['type'] === 'object' ? { ...schema, additionalProperties: false } : schema
}

/** The name of the contract. `npm run openapi` writes the list. */
function operationId({ method, path }: Endpoint): string {
  const name = (names as Record<string, string>)[`${method} ${path}`]
  if (name === undefined) throw new Error(`npm run openapi names the operation ${method} ${path}`)
  return name
}
