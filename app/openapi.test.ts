import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { buildServer } from './server.ts'

type Operation = { summary: string; responses: object }
type Document = {
  openapi: string
  paths: Record<string, { servers?: object } & Record<string, Operation>>
}

test('the OpenAPI document lists exactly the routes of the server', async () => {
  const server = await buildServer()
  const document = (await server.inject('/api/openapi.json')).json<Document>()
  const described = Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${servers ? '' : '/api'}${path}`),
  )
  deepEqual(described.sort(), routesOf(server.printRoutes({ commonPrefix: false })).sort())
  equal(document.openapi, '3.1.0')
  await server.close()
})

test('every operation of the OpenAPI document has a summary and its error responses', async () => {
  const server = await buildServer()
  const document = (await server.inject('/api/openapi.json')).json<Document>()
  for (const { servers: _, ...methods } of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      ok(operation.summary.length > 10)
      ok('500' in operation.responses)
    }
  }
  await server.close()
})

/** Reads the routes below /api and /platform from the server's printed tree, without the pages about the API. */
function routesOf(tree: string): string[] {
  const stack: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!found) return []
    const depth = (found[1]?.length ?? 0) / 4
    stack.length = depth
    stack[depth] = found[2] ?? ''
    const path = stack.join('').replaceAll(/:(\w+)/g, '{$1}')
    const methods = (found[3] ?? '').split(', ').filter((method) => method && method !== 'HEAD')
    const isCall = /^\/(api|platform)\//.test(path) && !/^\/api\/(docs|openapi)/.test(path)
    return isCall ? methods.map((method) => `${method} ${path}`) : []
  })
}
