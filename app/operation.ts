import type * as z from 'zod/mini'
import { callerKindOf, isOfProgram, type Endpoint } from '#contract/endpoint.ts'
import { pngFile } from '#contract/image.ts'
import { config } from '#server/config.ts'
import { csvLine } from '#server/csv.ts'
import { conditionsOf } from './api-texts.ts'
import { headersOf } from './api-headers.ts'
import { parameterDescriptions, tagOf } from './api-words.ts'
import { exampleOf } from './api-examples.ts'
import { withoutUnknownKeys, schemaOf, type Json } from './api-schemas.ts'
import type { OperationNames } from './operation-names.ts'

type Helpers = {
  names: OperationNames
  refer: (schema: Json) => Json
  refusalsOf: (endpoint: Endpoint) => Json
}

/** Returns an operation of the OpenAPI document. `refer` replaces named schemas by references. */
export function operationOf(endpoint: Endpoint, { names, refer, refusalsOf }: Helpers): Json {
  const parameters = [
    ...commonParameters(endpoint),
    ...parametersOf(endpoint.params, 'path', refer),
    ...parametersOf(endpoint.query, 'query', refer),
    ...parametersOf(endpoint.headers, 'header', refer),
  ]
  return {
    operationId: operationIdOf(endpoint, names),
    tags: [tagOf(endpoint.path)],
    summary: endpoint.summary,
    description: conditionsOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: {
        // A missing body counts as {}.
        required: !endpoint.body.safeParse({}).success,
        content: bodyOf(endpoint.body, endpoint, refer),
      },
    }),
    responses: { ...successOf(endpoint, refer), ...refusalsOf(endpoint) },
    security: securityOf(endpoint),
  }
}

function operationIdOf({ method, path }: Endpoint, names: OperationNames): string {
  const name = names.get(`${method} ${path}`)
  if (name === undefined) throw new Error(`no contract exports ${method} ${path}`)
  return name
}

/**
 * Returns true if a browser has to prove that a page of the portal makes the call. This includes logouts, which the
 * specification defines as GET.
 */
export function isChanging({ method, path, access }: Endpoint): boolean {
  return !isOfProgram(access) && (method !== 'GET' || path.endsWith('/logout'))
}

function commonParameters(endpoint: Endpoint): Json[] {
  if (!isChanging(endpoint)) return []
  const { method, path, machine } = endpoint
  const isAdmin = path.startsWith('/admin/') && config.adminUrl !== config.publicUrl
  // A browser sends no Origin with a GET to its own site.
  const origin = method === 'GET' ? [] : [isAdmin ? 'AdminOrigin' : 'Origin']
  return ['RequestedWith', 'CsrfToken', ...origin].map((name) => ({
    $ref: `#/components/parameters/${name}${machine ? 'OfBrowser' : ''}`,
  }))
}

function successOf(endpoint: Endpoint, refer: Helpers['refer']): Json {
  const { approval, status = 200 } = endpoint
  const headers = successHeaders(endpoint)
  if (status === 204) return { 204: { description: 'Done', headers } }
  const done = { description: 'Done', headers, content: replyOf(endpoint, refer) }
  if (!approval) return { [status]: done }
  const waiting = {
    'application/json': {
      schema: refer(schemaOf(approval.reply, 'output')),
      example: exampleOf(approval.reply),
    },
  }
  const description = 'Waiting for approval by another admin'
  if (status !== 202) return { [status]: done, 202: { description, headers, content: waiting } }
  // The action itself answers 202, too: one response describes both outcomes.
  const { schema, example } = done.content['application/json'] as Json
  const either = { anyOf: [schema, waiting['application/json'].schema] }
  const content = { 'application/json': { schema: either, example } }
  return { 202: { description: `Done, or ${description.toLowerCase()}`, headers, content } }
}

function successHeaders({ access, query, csvColumns, mayLag }: Endpoint): Json {
  const kind = callerKindOf(access)
  const isList = query?.shape['cursor'] !== undefined
  return headersOf([
    'X-Request-Id',
    ...(isOfProgram(access) ? [] : (['X-CSRF-Token'] as const)),
    ...(kind === 'user' || kind === 'admin' ? (['X-Session-Expires'] as const) : []),
    ...(csvColumns === undefined ? [] : (['Content-Disposition'] as const)),
    ...(isList
      ? ([
          'Link',
          'X-Next-Cursor',
          'X-Next-Url',
          'X-Total-Count',
          'X-Total-Estimated',
          'X-Rows-Scanned',
        ] as const)
      : []),
    ...(mayLag ? (['X-As-Of'] as const) : []),
  ])
}

function replyOf({ csvColumns, isPage, reply, examples }: Endpoint, refer: Helpers['refer']): Json {
  const text = { type: 'string' }
  if (csvColumns !== undefined) {
    const description = 'RFC 4180, in UTF-8 with a byte order mark'
    const example = csvLine(Object.keys(csvColumns)) + csvLine(Object.values(csvColumns))
    return { 'text/csv': { schema: { ...text, description }, example } }
  }
  if (isPage) return { 'text/html': { schema: text, example: '<!doctype html><title>…</title>' } }
  const schema = refer(schemaOf(reply, 'output'))
  return { 'application/json': { schema, example: exampleOf(reply, examples) ?? {} } }
}

function bodyOf(
  body: z.ZodMiniType,
  { example, examples }: Endpoint,
  refer: Helpers['refer'],
): Json {
  if (body === pngFile) return { 'image/png': { schema: schemaOf(body) } }
  const schema = refer(withoutUnknownKeys(schemaOf(body)))
  return { 'application/json': { schema, example: example ?? exampleOf(body, examples) } }
}

function parametersOf(
  schema: z.ZodMiniObject | undefined,
  place: 'path' | 'query' | 'header',
  refer: Helpers['refer'],
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, field]) => {
    const description = parameterDescriptions[name]
    if (description === undefined) throw new Error(`app/api-words.ts says nothing of ${name}`)
    const isRequired = place === 'path' || required.includes(name)
    return { name, in: place, required: isRequired, description, schema: refer(field) }
  })
}

/** Security schemes of the callers with a cookie. */
const schemes = {
  'login-attempt': 'loginAttempt',
  user: 'session',
  'admin-login-attempt': 'adminLoginAttempt',
  admin: 'adminSession',
}

/** Returns the security requirements of a call. Without a session, its CSRF token belongs to the visitor's cookie. */
function securityOf(endpoint: Endpoint): Json[] {
  const { access, machine, path } = endpoint
  if (typeof access === 'object' && 'platformWithScope' in access)
    return [{ platform: [access.platformWithScope] }]
  const kind = callerKindOf(access)
  if (kind === 'service') return [{ serviceAccount: machine ? [machine] : [] }]
  const visitor = isChanging(endpoint) ? { visitor: [] } : {}
  if (kind === 'user' || kind === 'admin')
    return [{ [schemes[kind]]: [] }, ...(machine ? [{ serviceAccount: [machine] }] : [])]
  if (kind === 'login-attempt' || kind === 'admin-login-attempt')
    return [{ [schemes[kind]]: [], ...visitor }]
  if (!isChanging(endpoint)) return []
  if (!path.endsWith('/logout')) return [visitor]
  return [{ [path.startsWith('/admin/') ? 'adminSession' : 'session']: [] }, visitor]
}
