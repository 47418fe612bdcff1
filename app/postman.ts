import type { Json } from './api-schemas.ts'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  example?: unknown
  schema: Json
}

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Json[]
  requestBody?: { content: Record<string, Json> }
  security: Record<string, string[]>[]
}

export type ApiDocument = {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Json
}

/** Script that stores the CSRF token, which any response may bring, for the next call. */
const keepCsrfToken = [
  "const token = pm.response.headers.get('X-CSRF-Token')",
  "if (token) pm.collectionVariables.set('csrfToken', token)",
]

/** Values that differ from call to call; the etag is a placeholder. */
const values: Readonly<Record<string, string>> = {
  'X-CSRF-Token': '{{csrfToken}}',
  'if-match': '"1"',
  'idempotency-key': '{{$guid}}',
}

/**
 * Creates a Postman collection (v2.1) from an OpenAPI document: a folder for each tag, and a request with the example
 * for each operation. Cookies and the CSRF token are kept from call to call; a platform's token is requested with its
 * client id and secret.
 */
export function postmanCollection(document: ApiDocument): Json {
  const { info, servers, tags, paths } = document
  const items = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: itemOf(document, { method: method.toUpperCase(), path, operation }),
    })),
  )
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: items.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: keepCsrfToken } }],
    variable: [
      { key: 'baseUrl', value: servers[0]?.url ?? '' },
      { key: 'csrfToken', value: '' },
      { key: 'clientId', value: '' },
      { key: 'clientSecret', value: '' },
    ],
  }
}

type Call = { method: string; path: string; operation: Operation }

function itemOf(document: ApiDocument, { method, path, operation }: Call): Json {
  const { operationId, summary, description } = operation
  const all = (operation.parameters ?? []).map((each) => follow(document, each) as Parameter)
  const of = (place: Parameter['in']) => all.filter((each) => each.in === place)
  const query = of('query').map((each) => fieldOf(document, each))
  const queryParts = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${value}`)
  const segments = path
    .slice(1)
    .split('/')
    .map((each) => each.replace(/^\{(.*)\}$/, ':$1'))
  const body = bodyOf(document, operation)
  const type = body && { key: 'Content-Type', value: body.type }
  return {
    name: nameOf(operationId),
    request: {
      method,
      description: `${summary}.\n\n${description}`,
      header: [...of('header').map((each) => fieldOf(document, each)), ...(type ? [type] : [])],
      url: {
        raw: [
          `{{baseUrl}}/${segments.join('/')}`,
          ...(queryParts.length > 0 ? [queryParts.join('&')] : []),
        ].join('?'),
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length > 0 && { query }),
        variable: of('path').map((each) => fieldOf(document, each)),
      },
      ...(body && { body: body.content }),
      auth: authOf(document, operation),
    },
    response: [],
  }
}

/** Returns the name of an operation, as the pages of /developers show it. */
function nameOf(operationId: string): string {
  const words = operationId.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Field = { key: string; value: string; description?: string; disabled?: true }

/** Returns a field of a request. An optional field is listed, but not sent until it is ticked. */
function fieldOf(document: ApiDocument, parameter: Parameter): Field {
  const { name, description, required = false } = parameter
  const schema = follow(document, parameter.schema)
  const [first] = [schema['enum']].flat()
  const example = parameter.example ?? schema['example'] ?? schema['default'] ?? first ?? ''
  return {
    key: name,
    value: values[name] ?? String(example),
    ...(description !== undefined && { description }),
    ...(!required && { disabled: true as const }),
  }
}

function bodyOf(document: ApiDocument, { requestBody }: Operation) {
  const [content] = Object.entries(requestBody?.content ?? {})
  if (!content) return undefined
  const [type, media] = content
  if (type !== 'application/json') return { type, content: { mode: 'file', file: {} } }
  const named = Object.values((media['examples'] ?? {}) as Record<string, Json>)[0]
  const example = media['example'] ?? (named && follow(document, named)['value']) ?? {}
  const raw = JSON.stringify(example, null, 2)
  return { type, content: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}

/**
 * Returns how a request is authorized. A session needs nothing, since Postman keeps its cookie; a service account's
 * token requires a signature, which is made elsewhere.
 */
function authOf({ components }: ApiDocument, { security }: Operation): Json {
  const scopes = security.find((each) => 'platform' in each)?.['platform']
  if (!scopes) return { type: 'noauth' }
  type Flows = { clientCredentials?: { tokenUrl: string } }
  const { platform } = components['securitySchemes'] as Record<string, { flows: Flows }>
  const settings = {
    grant_type: 'client_credentials',
    accessTokenUrl: platform?.flows.clientCredentials?.tokenUrl ?? '',
    clientId: '{{clientId}}',
    clientSecret: '{{clientSecret}}',
    scope: scopes.join(' '),
    client_authentication: 'header',
    addTokenTo: 'header',
  }
  return {
    type: 'oauth2',
    oauth2: Object.entries(settings).map(([key, value]) => ({ key, value, type: 'string' })),
  }
}

/** Resolves a reference; returns any other value as it is. Throws if the reference leads nowhere. */
function follow(document: ApiDocument, value: Json): Json {
  const { $ref: reference } = value
  if (typeof reference !== 'string') return value
  const steps = reference.slice('#/'.length).split('/')
  const target = steps.reduce<unknown>((each, step) => (each as Json | undefined)?.[step], document)
  if (target === undefined) throw new Error(`${reference} does not exist in the OpenAPI document`)
  return follow(document, target as Json)
}
