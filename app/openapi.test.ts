import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { schemaNames } from '#contract/named.ts'
import { readApiDocument, type Json } from '#test/api-document.ts'
import { exampleOf } from './api-examples.ts'

const {
  document,
  operations,
  routes,
  served,
  faultsOf,
  find,
  answerOf,
  successOf,
  codesOf,
  parametersOf,
  bodyOf,
} = await readApiDocument()

test('the OpenAPI document lists exactly the routes of the server', () => {
  const apiRoutes = routes.filter(
    (route) => /^\w+ \/(api|platform)\//.test(route) && !/ \/api\/(docs|openapi|\*)/.test(route),
  )
  deepEqual(operations.map(({ call }) => call).sort(), apiRoutes.sort())
  equal(document.openapi, '3.1.0')
})

/** Returns true for a call of a platform or of service accounts alone, which have a token and no cookie. */
function isOfProgram(call: string): boolean {
  return /^\w+ \/(platform|api\/admin\/configuration)\b/.test(call)
}

test('P10: each changing call of a browser, including both logouts, documents its headers and cookies', () => {
  for (const { call, operation } of operations) {
    const names = parametersOf(operation).map(({ name }) => name)
    const isLogout = /^GET .*\/logout$/.test(call)
    const isChanging = !isOfProgram(call) && (isLogout || !call.startsWith('GET'))
    equal(names.includes('X-CSRF-Token'), isChanging, call)
    equal(names.includes('X-Requested-With'), isChanging, call)
    equal(names.includes('Origin'), isChanging && !isLogout, call)
    if (isChanging) ok(operation.security.length > 0, call)
  }
  deepEqual(find('GET /api/users/logout').security, [{ session: [] }, { visitor: [] }])
  deepEqual(find('GET /api/admin/logout').security, [{ adminSession: [] }, { visitor: [] }])
  deepEqual(find('POST /api/users/login').security, [{ visitor: [] }])
  const body = bodyOf('POST /api/users/reset-password/initiate')
  const { humanCheck } = body['properties'] as Record<string, Json>
  match(String(humanCheck?.['description']), /\/api\/human-check\/challenge/)
})

test('P12: responses other than JSON are described by their types, and each file by its columns', () => {
  const files = operations.filter(({ call }) => call.endsWith('/export'))
  ok(files.length >= 10)
  for (const { call, operation } of files) {
    const { headers, content } = successOf(operation)
    deepEqual(Object.keys(content ?? {}), ['text/csv'], call)
    ok(headers?.['Content-Disposition'], call)
    const example = String(content?.['text/csv']?.example)
    const [head, row] = example.split('\r\n').map((line) => line.split('","').length)
    equal(head, row, call)
  }
  const preview = find('GET /api/admin/invitations/preview')
  deepEqual(Object.keys(successOf(preview).content ?? {}), ['text/html'])
  for (const { call, operation } of operations)
    for (const { schema } of Object.values(successOf(operation).content ?? {}))
      ok(Object.keys(schema).length > 0, call)
})

test('P13: paths are complete, and one server without a path serves the API and the calls of platforms', () => {
  equal(new URL(document.servers[0]?.url ?? '').pathname, '/')
  equal(document.servers.length, 1)
  ok(operations.some(({ call }) => call === 'POST /platform/invitations'))
  for (const { call, operation } of operations) {
    ok(/^\w+ \/(api|platform)\//.test(call), call)
    ok(!('servers' in operation), call)
  }
})

test('P14: response headers are documented exactly for the calls that send them', () => {
  const list = ['Link', 'X-Next-Cursor', 'X-Next-Url']
  for (const { call, operation } of operations) {
    const headers = Object.keys(successOf(operation).headers ?? {})
    const isList = parametersOf(operation).some(({ name }) => name === 'cursor')
    for (const name of list) equal(headers.includes(name), isList, `${call}: ${name}`)
    ok(headers.includes('X-Request-Id'), call)
    equal(headers.includes('X-CSRF-Token'), !isOfProgram(call), call)
    for (const status of ['429', '503'].filter((each) => each in operation.responses))
      ok(answerOf(operation, status).headers?.['Retry-After'], `${call}: ${status}`)
  }
  ok(operations.some(({ operation }) => '429' in operation.responses))
})

test('P16: each call documents exactly the common errors that it can answer', () => {
  const { notFound } = commonErrors
  const declaringNotFound = new Set(
    served
      .filter(({ refusals }) => Object.values(refusals).includes(notFound))
      .map(({ method, path }) => `${method} /api${path}`),
  )
  for (const { call, operation } of operations) {
    const codes = codesOf(operation)
    const isRead = call.startsWith('GET')
    for (const code of [408001, 413001, 415001]) equal(codes.includes(code), !isRead, call)
    if (!call.includes('{'))
      equal(codes.includes(404001), declaringNotFound.has(call), `${call}: 404001`)
    ok(!codes.includes(405001), call)
    for (const code of [400001, 431001, 500001, 503001]) ok(codes.includes(code), call)
    const kinds = operation.security.flatMap((each) => Object.keys(each))
    const isLoggedIn = kinds.includes('session') || kinds.includes('adminSession')
    if (!call.endsWith('/logout')) equal(codes.includes(401101), isLoggedIn, `${call}: 401101`)
  }
  ok(!codesOf(find('GET /api/users/me')).includes(403001))
  const accepted = find('POST /api/admin/admin-users/{adminUserId}/reset').responses['202']
  equal(
    accepted?.content?.['application/json']?.schema['$ref'],
    '#/components/schemas/AskedApproval',
  )
})

test('P16: responses are described as they are sent, and may have additional fields', () => {
  const { User: user } = document.components['schemas']!
  ok((user?.['required'] as string[]).includes('permissions'))
  ok(!('additionalProperties' in user!))
})

test('P17: each schema that is used twice has a name, and each name is used', () => {
  const placesBySchema = new Map<string, string[]>()
  const addPlaces = (schema: Json, place: string): void => {
    const isShape = schema['properties'] !== undefined || schema['enum'] !== undefined
    if (isShape) {
      const text = JSON.stringify(schema)
      placesBySchema.set(text, [...(placesBySchema.get(text) ?? []), place])
    }
    for (const [name, each] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>))
      addPlaces(each, `${place}.${name}`)
    for (const each of (schema['anyOf'] ?? []) as Json[]) addPlaces(each, place)
    if (schema['items']) addPlaces(schema['items'] as Json, place)
  }
  for (const { operation } of operations) {
    const { operationId: id, parameters = [], requestBody } = operation
    for (const { name, schema } of parameters) if (schema) addPlaces(schema, `${id}.query.${name}`)
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      addPlaces(schema, `${id}.body`)
    for (const { schema } of Object.values(successOf(operation).content ?? {}))
      addPlaces(schema, `${id}.reply`)
  }
  for (const [name, schema] of Object.entries(document.components['schemas']!))
    addPlaces(schema, name)
  deepEqual(
    [...placesBySchema.values()].filter((places) => places.length > 1),
    [],
  )
  const unused = [...schemaNames.values()].filter((name) => !document.components['schemas']?.[name])
  deepEqual(unused, [])
})

test('P17: operations and parameters have descriptions, and operation ids are words of the API', () => {
  for (const { call, operation } of operations) {
    ok(operation.summary.length > 10, call)
    match(operation.operationId, /^[a-z]+[A-Za-z]*$/, call)
    for (const { name, description } of parametersOf(operation))
      ok(description.length > 5, `${call}: ${name}`)
  }
  equal(find('PUT /api/admin/admin-users/{adminUserId}/roles').operationId, 'setRoles')
})

test('P17: every request and response body has an example that its schema accepts', () => {
  for (const { call, operation } of operations) {
    const answers = Object.keys(operation.responses).map((status) => answerOf(operation, status))
    const contents = [operation.requestBody?.content, ...answers.map(({ content }) => content)]
    for (const [type, { schema, example }] of contents.flatMap((each) =>
      Object.entries(each ?? {}),
    )) {
      if (type === 'image/png') continue
      ok(example !== undefined, `${call}: ${type}`)
      equal(faultsOf(schema, example), '', `${call}: ${JSON.stringify(example)}`)
    }
  }
})

test('P17: the contract accepts the example of its body', () => {
  for (const { method, path, body, example, examples } of served) {
    const input = body && (example ?? exampleOf(body, examples))
    if (input === undefined) continue
    const issues = body?.safeParse(input).error?.issues ?? []
    // A fixed time does not stay within a year.
    const faults = issues.filter(({ message }) => message !== 'withinYear')
    deepEqual(faults, [], `${method} ${path}`)
  }
})
