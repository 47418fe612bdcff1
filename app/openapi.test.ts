import { deepEqual, equal, ok } from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { routesOf } from '#test/routes.ts'
import { buildServer } from './server.ts'

type Operation = { summary: string; responses: object }
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

test('the OpenAPI document lists exactly the routes of the server', async () => {
  const server = await buildServer()
  const document = (await server.inject('/api/openapi.json')).json<Document>()
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const called = routesOf(server).filter(
    (route) => /^\w+ \/(api|platform)\//.test(route) && !/ \/api\/(docs|openapi|\*)/.test(route),
  )
  deepEqual(described.sort(), called.sort())
  equal(document.openapi, '3.1.0')
  await server.close()
})

test('every operation of the OpenAPI document has a summary and its error responses', async () => {
  const server = await buildServer()
  const document = (await server.inject('/api/openapi.json')).json<Document>()
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      ok(operation.summary.length > 10)
      ok('500' in operation.responses)
    }
  }
  await server.close()
})

test('a list as a CSV file is described as such, with its columns in an example', async () => {
  const server = await buildServer()
  const document = (await server.inject('/api/openapi.json')).json<Document>()
  const lists = ['partners', 'users', 'auditlogs', 'invitations', 'platforms/all', 'admin-users']
  for (const path of lists.map((list) => `/admin/${list}/export`)) {
    const operation = document.paths[`/api${path}`]?.['get']
    const { content } = (
      operation?.responses as Record<'200', { content: Record<string, object> }>
    )['200']
    deepEqual(Object.keys(content), ['text/csv'], path)
    const { example } = content['text/csv'] as { example: string }
    const [head, row] = example.split('\r\n').map((line) => line.split('","').length)
    equal(head, row, path)
  }
  await server.close()
})

test('each example of a body is taken by its schema', async () => {
  const contracts = await Promise.all(
    fs
      .globSync('features/*/*/*contract.ts')
      .map((file): Promise<Record<string, Partial<Endpoint>>> => import(path.resolve(file))),
  )
  const examples = contracts
    .flatMap((contract) => Object.values(contract))
    .filter((exported) => exported?.example !== undefined)
  ok(examples.length > 0)
  for (const { method, path: of, body, example } of examples)
    deepEqual(body?.safeParse(example).error?.issues ?? [], [], `${method} ${of}`)
})
