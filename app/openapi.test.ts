import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { readApiDocument, type Json } from '#test/api-document.ts'
import { exampleOf } from './api-examples.ts'
import { schemaNames } from './schema-names.ts'

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
  const called = routes.filter(
    (route) =>
      /^\w+ \/(api|platform)\//.test(route) && !/ \/api\/(docs|openapi|postman|\*)/.test(route),
  )
  deepEqual(operations.map(({ call }) => call).sort(), called.sort())
  equal(document.openapi, '3.1.0')
})

test('P10: each changing call of a browser documents its headers and cookies, also both logouts', () => {
  for (const { call, operation } of operations) {
    const names = parametersOf(operation).map(({ name }) => name)
    const isLogout = /^GET .*\/logout$/.test(call)
    const isChanging = !call.includes(' /platform/') && (isLogout || !call.startsWith('GET'))
    equal(names.includes('X-CSRF-Token'), isChanging, call)
    equal(names.includes('X-Requested-With'), isChanging, call)
    equal(names.includes('Origin'), isChanging && !isLogout, call)
    if (isChanging) ok(operation.security.length > 0, call)
  }
  deepEqual(find('GET /api/users/logout').security, [{ session: [] }, { visitor: [] }])
  deepEqual(find('GET /api/admin/logout').security, [{ adminSession: [] }, { visitor: [] }])
  deepEqual(find('POST /api/users/login').security, [{ visitor: [] }])
  const asked = bodyOf('POST /api/users/reset-password/initiate')
  const { humanCheck } = asked['properties'] as Record<string, Json>
  match(String(humanCheck?.['description']), /\/api\/human-check\/challenge/)
})

test('P12: what is no JSON is described as what it is, each file with its columns', () => {
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

test('P13: paths are whole: one server without a path serves the API and the calls of platforms', () => {
  equal(new URL(document.servers[0]?.url ?? '').pathname, '/')
  equal(document.servers.length, 1)
  ok(operations.some(({ call }) => call === 'POST /platform/invitations'))
  for (const { call, operation } of operations) {
    ok(/^\w+ \/(api|platform)\//.test(call), call)
    ok(!('servers' in operation), call)
  }
})

test('P14: the headers of an answer are documented where they are sent', () => {
  const list = ['Link', 'X-Next-Cursor', 'X-Next-Url']
  for (const { call, operation } of operations) {
    const headers = Object.keys(successOf(operation).headers ?? {})
    const isList = parametersOf(operation).some(({ name }) => name === 'cursor')
    for (const name of list) equal(headers.includes(name), isList, `${call}: ${name}`)
    ok(headers.includes('X-Request-Id'), call)
    equal(headers.includes('X-CSRF-Token'), !call.includes(' /platform/'), call)
    for (const status of ['429', '503'].filter((each) => each in operation.responses))
      ok(answerOf(operation, status).headers?.['Retry-After'], `${call}: ${status}`)
  }
  ok(operations.some(({ operation }) => '429' in operation.responses))
})

test('P16: a call names the common errors that it can give, and no other', () => {
  const { notFound } = commonErrors
  const declared = new Set(
    served
      .filter(({ refusals }) => Object.values(refusals).includes(notFound))
      .map(({ method, path }) => `${method} /api${path}`),
  )
  for (const { call, operation } of operations) {
    const codes = codesOf(operation)
    const isRead = call.startsWith('GET')
    for (const code of [408001, 413001, 415001]) equal(codes.includes(code), !isRead, call)
    if (!call.includes('{')) equal(codes.includes(404001), declared.has(call), `${call}: 404001`)
    ok(!codes.includes(405001), call)
    for (const code of [400001, 431001, 500001, 503001]) ok(codes.includes(code), call)
    const kinds = operation.security.flatMap((each) => Object.keys(each))
    const isLoggedIn = kinds.includes('session') || kinds.includes('adminSession')
    if (!call.endsWith('/logout')) equal(codes.includes(401101), isLoggedIn, `${call}: 401101`)
  }
  ok(!codesOf(find('GET /api/users/me')).includes(403001))
  const waits = find('POST /api/admin/admin-users/{adminUserId}/reset').responses['202']
  equal(waits?.content?.['application/json']?.schema['$ref'], '#/components/schemas/AskedApproval')
})

test('P16: answers are described by what is sent, and may get further fields', () => {
  const { User: user } = document.components['schemas']!
  ok((user?.['required'] as string[]).includes('permissions'))
  ok(!('additionalProperties' in user!))
})

test('P17: a schema that is used twice has a name, and each name is used', () => {
  const found = new Map<string, string[]>()
  const note = (schema: Json, place: string): void => {
    const isShape = schema['properties'] !== undefined || schema['enum'] !== undefined
    if (isShape) {
      const text = JSON.stringify(schema)
      found.set(text, [...(found.get(text) ?? []), place])
    }
    for (const [name, each] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>))
      note(each, `${place}.${name}`)
    for (const each of (schema['anyOf'] ?? []) as Json[]) note(each, place)
    if (schema['items']) note(schema['items'] as Json, place)
  }
  for (const { operation } of operations) {
    const { operationId: id, parameters = [], requestBody } = operation
    for (const { name, schema } of parameters) if (schema) note(schema, `${id}.query.${name}`)
    for (const { schema } of Object.values(requestBody?.content ?? {})) note(schema, `${id}.body`)
    for (const { schema } of Object.values(successOf(operation).content ?? {}))
      note(schema, `${id}.reply`)
  }
  for (const [name, schema] of Object.entries(document.components['schemas']!)) note(schema, name)
  deepEqual(
    [...found.values()].filter((places) => places.length > 1),
    [],
  )
  const unused = Object.values(schemaNames).filter(
    (name) => !document.components['schemas']?.[name],
  )
  deepEqual(unused, [])
})

test('P17: operations and parameters are described, and operations named in the words of the API', () => {
  for (const { call, operation } of operations) {
    ok(operation.summary.length > 10, call)
    match(operation.operationId, /^[a-z]+[A-Za-z]*$/, call)
    for (const { name, description } of parametersOf(operation))
      ok(description.length > 5, `${call}: ${name}`)
  }
  equal(find('PUT /api/admin/admin-users/{adminUserId}/roles').operationId, 'setRoles')
})

test('P17: every body and answer has an example that its schema takes', () => {
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

test('P17: the example of a body is taken by its contract, too', () => {
  for (const { method, path, body, example } of served) {
    const sent = body && (example ?? exampleOf(body))
    if (sent === undefined) continue
    const issues = body?.safeParse(sent).error?.issues ?? []
    // No time is within a year for ever.
    const faults = issues.filter(({ message }) => message !== 'withinYear')
    deepEqual(faults, [], `${method} ${path}`)
  }
})
