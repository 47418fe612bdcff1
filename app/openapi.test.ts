import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { buildServer } from './server.ts'

type Operation = { summary: string; responses: object }
type Document = {
  openapi: string
  paths: Record<string, { servers?: object } & Record<string, Operation>>
}

test('the API document lists every call that the server answers, and no other', async () => {
  const server = await buildServer()
  const document = (await server.inject('/api/openapi.json')).json<Document>()
  const described = Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${servers ? '' : '/api'}${path}`),
  )
  deepEqual(described.sort(), routesOf(server.printRoutes({ commonPrefix: false })).sort())
  equal(document.openapi, '3.1.0')
  await server.close()
})

test('every call of the API document says what it is and what it may refuse', async () => {
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

/** The routes below /api and /platform out of the server's own printed tree; its pages about the API are no calls. */
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
