import { readFileSync } from 'node:fs'
import * as adminLinks from '#contract/admin-links.ts'
import { linkNames, pathOf } from '../tour/view.ts'
import { adminPaths, partnerPaths } from '../../app/web/addresses.ts'
import { previewViews } from '#contract/brand.ts'
import { locales } from '#contract/locale.ts'
import { themes } from '#contract/theme.ts'
import { pngOf } from '#test/images.ts'
import type { Schema } from './values.ts'

const linkPaths = [...new Set(linkNames.map((name) => pathOf(name)))]

export type Kind =
  | 'anyone'
  | 'session'
  | 'loginAttempt'
  | 'adminSession'
  | 'adminLoginAttempt'
  | 'platform'
  | 'serviceAccount'

export type Endpoint = {
  name: string
  method: string
  path: string
  kind: Kind
  params: Record<string, Schema>
  query: Record<string, Schema>
  headers: Record<string, Schema>
  /** The schema of the body. A PNG is planned as base64 text. */
  body?: { type: 'json' | 'form' | 'png'; schema: Schema }
}

/** A parameter. References are skipped, because they are headers that every caller sends. */
type Parameter = { name: string; in: string; schema: Schema } | { $ref: string }
type Operation = {
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const text: Schema = { type: 'string' }
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text]))

const images: Schema = { enum: [1, 8, 64].map((width) => pngOf(width).toString('base64')) }

/** Returns the endpoints of the OpenAPI document. */
function documented(): Endpoint[] {
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document
  const described = withSchemas(document.paths, document.components.schemas)
  return Object.entries(described).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => /^(get|post|put|delete|patch)$/.test(method))
      .flatMap(([method, operation]) => forEachCaller(method.toUpperCase(), path, operation)),
  )
}

/** Replaces references to schemas by the schemas. References to parameters remain. */
function withSchemas<Part>(part: Part, schemas: Record<string, Schema>): Part {
  return JSON.parse(JSON.stringify(part), (_, value: { $ref?: string } | null) => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(value?.$ref ?? '')?.[1]
    return name === undefined ? value : withSchemas(schemas[name], schemas)
  }) as Part
}

/** Adds a second endpoint for service accounts if they may call the operation. */
function forEachCaller(method: string, path: string, operation: Operation): Endpoint[] {
  const usual = describe(method, path, operation)
  const isOpen = operation.security?.some((each) => 'serviceAccount' in each)
  if (!isOpen) return [usual]
  return [usual, { ...usual, name: `${usual.name} (service account)`, kind: 'serviceAccount' }]
}

function describe(
  method: string,
  path: string,
  { security, parameters = [], requestBody }: Operation,
): Endpoint {
  const at = (place: string) =>
    Object.fromEntries(
      parameters.flatMap((each) =>
        '$ref' in each || each.in !== place ? [] : [[each.name, each.schema]],
      ),
    )
  const schema = requestBody?.content['application/json']?.schema
  const takesPng = requestBody?.content['image/png'] !== undefined
  return {
    name: `${method} ${path.replace(/^\/api/, '')}`,
    method,
    path,
    kind: kindOf(security),
    params: at('path'),
    query: at('query'),
    headers: at('header'),
    ...(schema && {
      body: { type: 'json', schema: path === '/api/admin/bulk' ? jobOf(schema) : schema },
    }),
    ...(takesPng && { body: { type: 'png', schema: images } }),
  }
}

/** Returns the kind of caller; a visitor if no session is needed. A logout accepts both. */
function kindOf(security: Operation['security']): Kind {
  const isVisitor = security?.some((each) => Object.keys(each).join() === 'visitor')
  return isVisitor ? 'anyone' : ((Object.keys(security?.[0] ?? {})[0] ?? 'anyone') as Kind)
}

const authorization = texts(
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'max_age',
  'claims',
  'response_mode',
  'ui_locales',
  'acr_values',
  'id_token_hint',
  'login_hint',
  'request',
  'request_uri',
  'posted',
  'resource',
  'display',
)
const logout = texts(
  'id_token_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
  'ui_locales',
  'logout_hint',
  'posted',
  'xsrf',
)
const client = texts('client_id', 'client_secret', 'client_assertion', 'client_assertion_type')
const token = texts(
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'resource',
)
const forwarded = texts(
  'x-forwarded-uri',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-method',
  'x-original-url',
)

type Short = {
  kind?: Kind
  query?: Record<string, Schema>
  headers?: Record<string, Schema>
  form?: Record<string, Schema>
}

/** Combines the schema of a bulk job with the fields of each action, which it does not contain. */
function jobOf({ properties = {} }: Schema): Schema {
  const { action, ids, query, subsystem, reason, dryRun } = properties as Record<string, Schema>
  const plain = { reason: reason!, dryRun: dryRun! }
  const formOf = (ofPlatform: boolean, targets: Record<string, Schema>): Schema => {
    const actions =
      action?.enum?.filter((each) => String(each).endsWith('-platform') === ofPlatform) ?? []
    const fields = {
      action: { enum: actions },
      ...targets,
      ...plain,
      ...(ofPlatform && { subsystem: subsystem! }),
    }
    return { type: 'object', properties: fields, required: Object.keys(fields) }
  }
  return {
    anyOf: [{ ids: ids! }, { query: query! }].flatMap((targets) => [
      formOf(true, targets),
      formOf(false, targets),
    ]),
  }
}

function route(
  line: string,
  { kind = 'anyone', query = {}, headers = {}, form }: Short = {},
): Endpoint {
  const [method = '', path = ''] = line.split(' ')
  const params = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, text]),
  )
  const body = form && { type: 'form' as const, schema: { type: 'object', properties: form } }
  return { name: line, method, path, kind, params, query, headers, ...(body && { body }) }
}

/** Endpoints that the document does not contain: the provider, forward-auth, pages and files. */
const others: Endpoint[] = [
  route('GET /oidc/auth', { kind: 'session', query: authorization }),
  route('POST /oidc/auth', { form: authorization }),
  route('GET /oidc/auth/{uid}', { kind: 'session' }),
  route('POST /oidc/request', { form: { ...authorization, ...client } }),
  route('POST /oidc/token', { form: { ...token, ...client }, headers: { authorization: text } }),
  route('POST /oidc/token/introspection', {
    form: { ...texts('token', 'token_type_hint'), ...client },
  }),
  route('POST /oidc/token/revocation', {
    form: { ...texts('token', 'token_type_hint'), ...client },
  }),
  route('GET /oidc/me', { headers: { authorization: text } }),
  route('POST /oidc/me', { form: texts('access_token'), headers: { authorization: text } }),
  route('GET /oidc/session/end', { kind: 'session', query: logout }),
  route('POST /oidc/session/end', { form: logout }),
  route('POST /oidc/session/end/confirm', { kind: 'session', form: texts('xsrf', 'logout') }),
  route('GET /oidc/session/end/success', { query: texts('client_id') }),
  route('GET /oidc/jwks'),
  route('GET /oidc/.well-known/openid-configuration'),
  route('GET /sign-on/{uid}', { kind: 'session' }),
  route('GET /forward-auth/verify', {
    query: { subsystem: { enum: ['fuzzed-proxy'] }, redirect: text },
    headers: forwarded,
  }),
  route('GET /forward-auth/start', { kind: 'session', query: texts('subsystem', 'rd', 'state') }),
  route('GET /forward-auth/interrupted', { query: texts('subsystem') }),
  route('GET /forward-auth/not-sent', { query: texts('subsystem') }),
  route('GET /forward-auth/jwks.json'),
  route('GET /.portico/start', { query: texts('subsystem', 'rd') }),
  route('GET /.portico/callback', { query: texts('code') }),
  ...[...linkPaths, '/', '/reset-password/{token}', '/sign-up/{token}'].map((path) =>
    route(`GET ${path}`, { query: texts('redirect', 'ui_locales', 'sent') }),
  ),
  ...partnerPaths.map((path) =>
    route(`GET ${path}`, { kind: 'session', query: texts('cursor', 'q') }),
  ),
  ...adminPaths.map((path) =>
    route(`GET ${path}`, { kind: 'adminSession', query: texts('cursor', 'q') }),
  ),
  route(`GET ${adminLinks.brandPreview.path}`, {
    kind: 'adminSession',
    query: {
      view: { enum: [...previewViews] },
      theme: { enum: [...themes] },
      locale: { enum: [...locales] },
      color: { enum: ['#0b5b3b'] },
      colorLight: { enum: ['#7fd1a6'] },
      arches: { enum: ['on', 'off'] },
      ...Object.fromEntries(
        ['name', 'logo', 'logoDark', 'tagline', 'claim', 'mailFooter'].map((each) => [
          each,
          { enum: [''] },
        ]),
      ),
    },
  }),
  route('GET /assets/{file}'),
  route('GET /api/openapi.json', { headers: texts('if-none-match', 'accept-encoding') }),
  route('GET /.well-known/security.txt'),
  route('GET /page.css'),
  route('GET /healthz'),
]

/** True if the server serves the endpoint: admin login at the company's provider needs another server. */
const served = ({ path }: Endpoint) => !path.includes('/auth-proxy/')

export const endpoints: Endpoint[] = [
  ...new Map([...documented(), ...others].map((each) => [each.name, each])).values(),
].filter(served)
