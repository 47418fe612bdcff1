import fc from 'fast-check'
import type { RawRequest } from './connection.ts'
import type { Endpoint } from './endpoints.ts'
import { anyText, anyValue, valueOf, type Known, type Meant, type Schema } from './values.ts'

type Values = Record<string, unknown>

type Change =
  | { do: 'value' | 'extra'; name: string; at: number; value: unknown }
  | { do: 'drop' | 'nobody' | 'noToken' | 'cut'; at: number }
  | { do: 'body' | 'type' | 'method'; value: string }
  | { do: 'param' | 'query' | 'cookie'; at: number; value: string }
  | { do: 'header'; name: string; value: string }

/** A request without the credentials of a caller. */
export type Plan = {
  params: Values
  query: Values
  headers: Values
  body: unknown
  changes: Change[]
}

/** The cookies and headers of a permitted caller. */
export type Credentials = {
  cookie: string
  csrf: string
  authorization?: string
  origin: string
  ipAddress: string
}

const at = fc.nat(40)
const contentType = fc.constantFrom(
  'application/json; charset=utf-16',
  'application/json;charset="',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json, text/html',
  '',
  'a/b/c',
  'application/JSON',
)
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '0',
    '"x"',
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
    '\ufeff{}',
    '\u0000',
    '%00=%00',
    'a=%ff&a=%c0%80',
    '&&=;=',
    '[['.repeat(20_000),
    '{"a":'.repeat(10_000),
    '9'.repeat(20_000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const headerName = fc.constantFrom(
  'accept',
  'accept-language',
  'accept-encoding',
  'user-agent',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-uri',
  'traceparent',
  'authorization',
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'range',
  'expect',
  'upgrade',
  'x-background',
  'content-encoding',
  'host',
  'cookie',
  'x-csrf-token',
  'x-http-method-override',
  'te',
  'access-control-request-method',
)
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('value' as const),
      name: fc.constant(''),
      at,
      value: anyValue,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('extra' as const), name: anyText, at, value: anyValue }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('drop' as const, 'nobody' as const, 'noToken' as const, 'cut' as const),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('body' as const), value: body }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('type' as const), value: contentType }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('method' as const),
      value: fc.constantFrom(
        'GET',
        'HEAD',
        'POST',
        'PUT',
        'DELETE',
        'OPTIONS',
        'PATCH',
        'QUERY',
        'TRACE',
        'PROPFIND',
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('param' as const, 'query' as const, 'query' as const),
      at,
      value: anyText,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cookie' as const), at, value: anyText }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('header' as const), name: headerName, value: anyText }),
  },
)

/** Generates requests of an endpoint: two in five are valid, the others have one to three changes. */
export function plansOf(endpoint: Endpoint, known: Known): fc.Arbitrary<Plan> {
  const expected = planOf(endpoint, { known, which: 'all' }, fc.constant([]))
  const changes = fc.array(change, { minLength: 1, maxLength: 3 })
  const changed = planOf(endpoint, { known, which: 'most' }, changes)
  return fc.oneof({ weight: 2, arbitrary: expected }, { weight: 3, arbitrary: changed })
}

function planOf(
  { params, query, headers, body }: Endpoint,
  meant: Meant,
  changes: fc.Arbitrary<Change[]>,
): fc.Arbitrary<Plan> {
  const values = (schemas: Record<string, Schema>, requiredKeys: string[]) =>
    fc.record(
      Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, valueOf(schema, name, meant)]),
      ),
      { requiredKeys },
    ) as fc.Arbitrary<Values>
  // Headers of the API document with a pattern, such as a version, are required.
  const required = Object.keys(headers).filter((name) => headers[name]?.pattern !== undefined)
  return fc.record({
    params: values(params, Object.keys(params)),
    query: values(
      query,
      Object.keys(query).filter((name, at) => query[name]?.enum ?? (query['client_id'] && at < 8)),
    ),
    headers: values(headers, required),
    body: body ? valueOf(body.schema, '', meant) : fc.constant(undefined),
    changes,
  })
}

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  png: 'image/png',
} as const

/** Returns the bytes of a request. The caller's credentials come first, so that a changed header replaces them. */
export function writeRequest(endpoint: Endpoint, plan: Plan, credentials: Credentials): RawRequest {
  const params = { ...plan.params }
  const query: Values = { ...plan.query }
  let content = plan.body
  let raw: string | undefined
  let method = endpoint.method
  const type = contentTypes[endpoint.body?.type ?? 'json']
  const isForm = endpoint.body?.type === 'form'
  const isAnonymous = plan.changes.some((each) => each.do === 'nobody')
  const headers: Record<string, string> = {
    host: 'localhost:8080',
    'x-forwarded-for': credentials.ipAddress,
    origin: credentials.origin,
    'x-requested-with': 'XMLHttpRequest',
    'sec-fetch-site': 'same-origin',
    'x-csrf-token': credentials.csrf,
    ...(!isAnonymous && { cookie: credentials.cookie }),
    ...(!isAnonymous && credentials.authorization && { authorization: credentials.authorization }),
    ...(endpoint.body && { 'content-type': type }),
    ...Object.fromEntries(
      Object.entries(plan.headers).map(([name, value]) => [name, String(value)]),
    ),
  }
  for (const each of plan.changes) {
    if (each.do === 'value' || each.do === 'extra' || each.do === 'drop')
      content = changed(content, each)
    else if (each.do === 'body') raw = each.value
    else if (each.do === 'type') headers['content-type'] = each.value
    else if (each.do === 'method') method = each.value
    else if (each.do === 'noToken') delete headers['x-csrf-token']
    else if (each.do === 'cut') raw = JSON.stringify(content ?? {}).slice(0, each.at)
    else if (each.do === 'param') setAt(params, each.at, each.value)
    else if (each.do === 'query') setAt(query, each.at, each.value, 'q')
    else if (each.do === 'cookie')
      headers['cookie'] =
        `${headers['cookie'] ?? ''}; portico${['', '-login', '-browser', '-visitor', '-op', '-entry', '-admin'][each.at % 7]}=${encode(each.value)}`
    else if (each.do === 'header') headers[each.name] = each.value
  }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(params[name]))
  const search = searchOf(query)
  const text =
    content === undefined && !endpoint.body
      ? ''
      : isForm
        ? searchOf((content ?? {}) as Values)
        : JSON.stringify(content)
  return {
    method,
    target: search === '' ? path : `${path}?${search}`,
    headers: Object.entries(headers).map(([name, value]) => [name, lineOf(value)] as const),
    body:
      raw === undefined && endpoint.body?.type === 'png' && typeof content === 'string'
        ? Buffer.from(content, 'base64')
        : Buffer.from(raw ?? (method === 'GET' || method === 'HEAD' ? '' : (text ?? ''))),
  }
}

function changed(content: unknown, { at: place, ...each }: Change & { at: number }): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return each.do === 'value' ? each.value : content
  const copy: Values = { ...content }
  const name = Object.keys(copy)[place % (Object.keys(copy).length + 1)] ?? 'x'
  if (each.do === 'drop') delete copy[name]
  if (each.do === 'extra') copy[each.name] = each.value
  if (each.do === 'value') {
    const inner = copy[name]
    const isDeep = place % 2 === 1 && typeof inner === 'object' && inner !== null
    copy[name] = isDeep ? { ...inner, x: each.value } : each.value
  }
  return copy
}

function setAt(values: Values, place: number, value: string, otherwise?: string): void {
  const names = Object.keys(values)
  const name = names[place % Math.max(names.length, 1)] ?? otherwise
  if (name !== undefined) values[name] = value
}

function searchOf(values: Values): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => [value].flat().map((each) => `${encode(name)}=${encode(each)}`))
    .join('&')
}

/** Percent-encodes a value, unless it is already encoded. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return /^(%|\.\.\/|\/)/.test(text)
    ? encodeURI(text.toWellFormed()).replaceAll('%25', '%')
    : encodeURIComponent(text.toWellFormed())
}

function lineOf(value: string): string {
  return Buffer.from(value.replaceAll(/[\r\n\0]/g, ' ')).toString('latin1')
}
