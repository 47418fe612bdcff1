import * as z from 'zod/mini'
import { callerKindOf, type Endpoint } from '#contract/endpoint.ts'
import { pngFile } from '#contract/image.ts'
import { adminCookieNames, cookieNames } from '#server/cookies.ts'
import { errorCodes, commonErrors, statusOf } from '#contract/refusal.ts'

type Json = Record<string, unknown>

/** Generates the OpenAPI 3.1 document of the endpoints from their contracts. */
export function openapi(
  endpoints: readonly Endpoint[],
  { name, url, publicUrl }: { name: string; url: string; publicUrl: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      // The API for platforms is outside /api.
      ...(callerKindOf(endpoint.access) === 'platform' && { servers: [{ url: publicUrl }] }),
      [endpoint.method.toLowerCase()]: operation(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${name} API`, version: '1', description },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieNames.session },
        loginAttempt: { type: 'apiKey', in: 'cookie', name: cookieNames.loginAttempt },
        adminSession: { type: 'apiKey', in: 'cookie', name: adminCookieNames.session },
        adminLoginAttempt: { type: 'apiKey', in: 'cookie', name: adminCookieNames.loginAttempt },
        platform: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: `${publicUrl}/oidc/token`,
              scopes: { invitations: 'Invites users to the platform' },
            },
          },
        },
      },
      schemas: { Problem: problem },
    },
  }
}

const description =
  'Every request below /api sends X-Requested-With: XMLHttpRequest. A request that changes something also sends X-CSRF-Token: the latest value of that header in any response (GET /csrf returns the first).'

function operation(endpoint: Endpoint): Json {
  const parameters = [
    ...fieldsOf(endpoint.params, 'path'),
    ...fieldsOf(endpoint.query, 'query'),
    ...fieldsOf(endpoint.headers, 'header'),
  ]
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
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

function success(endpoint: Endpoint): Json {
  if (endpoint.status === 204) return { description: 'Done' }
  const { csvExample } = endpoint
  if (csvExample !== undefined) {
    const schema = { type: 'string' }
    return {
      description: 'A CSV file (RFC 4180) in UTF-8 with a byte order mark',
      headers: { 'Content-Disposition': { schema } },
      content: { 'text/csv': { schema, example: csvExample } },
    }
  }
  return { description: 'Done', content: contentOf('json', schemaOf(endpoint.reply)) }
}

const nameOf = new Map(Object.entries(errorCodes).map(([name, code]) => [code as number, name]))

function refusalsOf({ refusals }: Endpoint): Json {
  const codes = new Set([...Object.values(refusals), ...Object.values(commonErrors)])
  const byStatus = Map.groupBy([...codes].sort(), statusOf)
  const content = contentOf('problem+json', { $ref: '#/components/schemas/Problem' })
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => {
      const description = each.map((code) => `${code} ${nameOf.get(code) ?? ''}`).join(', ')
      return [status, { description, content }]
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
    schema: field,
  }))
}

const schemes = {
  'login-attempt': 'loginAttempt',
  user: 'session',
  'admin-login-attempt': 'adminLoginAttempt',
  admin: 'adminSession',
}

function securityOf({ access }: Endpoint): Json[] {
  if (typeof access === 'object' && 'platformWithScope' in access)
    return [{ platform: [access.platformWithScope] }]
  const kind = callerKindOf(access)
  return kind in schemes ? [{ [schemes[kind as keyof typeof schemes]]: [] }] : []
}

function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Json
  return rest
}

/** A body with a key that the schema does not know is refused. */
function closed(schema: Json): Json {
  if (Array.isArray(schema['anyOf']))
    return { ...schema, anyOf: (schema['anyOf'] as Json[]).map(closed) }
  return schema['type'] === 'object' ? { ...schema, additionalProperties: false } : schema
}

function operationId({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z]+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

const problem: Json = {
  type: 'object',
  description: 'RFC 9457, with an error code; errors[0].code is errorCode.',
  required: ['type', 'title', 'status', 'source', 'errorCode', 'requestId', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    source: { type: 'string' },
    errorCode: { type: 'integer', enum: Object.values(errorCodes).sort() },
    requestId: { type: 'string', format: 'uuid' },
    retryAfter: { type: 'integer', description: 'Seconds' },
    redirectTo: { type: 'string', description: 'Where an admin logs in (401001)' },
    proofs: {
      type: 'array',
      description: 'What the caller has to show for step-up authentication (403003)',
      items: { type: 'string', enum: ['passkey', 'otp', 'password-otp', 'password'] },
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code'],
        properties: {
          code: { type: 'integer' },
          field: { type: 'string' },
          rule: { type: 'string' },
          by: { type: 'string', description: 'For 409001: the admin who changed it meanwhile' },
          company: { type: 'string', description: 'For 409010: the company of the user' },
          attemptsLeft: {
            type: 'integer',
            description:
              'For 401201 and 401203 at a login: the attempts that this browser or address has left before it is blocked, when they are three or fewer',
          },
        },
      },
    },
  },
}
