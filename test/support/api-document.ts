import { ok } from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { buildServer } from '../../app/server.ts'
import { routesOf } from './routes.ts'

export type Json = Record<string, unknown>
type Content = Record<string, { schema: Json; example?: unknown }>
type Answer = { description: string; headers?: Json; content?: Content; $ref?: string }
type Parameter = { name: string; in: string; description: string; schema: Json; $ref?: string }
export type Operation = {
  operationId: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
  security: Record<string, string[]>[]
}
type Document = {
  openapi: string
  info: { description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Json>>
}

/** Returns the OpenAPI document of this server with functions that look up its parts. */
export async function readApiDocument() {
  const server = await buildServer()
  const [routes, served] = [routesOf(server), server.endpoints]
  const document = (await server.inject('/api/openapi.json')).json<Document>()
  await server.close()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  return {
    document,
    operations,
    routes,
    served,
    faultsOf: validatorOf(document),
    ...finders(document, operations),
  }
}

/**
 * Returns a function that explains why a value does not match a schema; it returns an empty text if the value matches.
 */
function validatorOf({ components }: Document): (schema: Json, value: unknown) => string {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document', components })
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Json)
    compiled.set(text, validate)
    return validate(value) ? '' : ajv.errorsText(validate.errors)
  }
}

function finders({ components }: Document, operations: { call: string; operation: Operation }[]) {
  function referred<Part extends { $ref?: string }>(kind: string, part: Part): Part {
    const name = part.$ref?.split('/').at(-1)
    return name === undefined ? part : (components[kind]?.[name] as Part)
  }
  function find(call: string): Operation {
    const match = operations.find((each) => each.call === call)
    ok(match, call)
    return match.operation
  }
  function answerOf({ responses }: Operation, status: string): Answer {
    return referred('responses', responses[status]!)
  }
  return {
    find,
    answerOf,
    /** Returns the response of the first status below 300. */
    successOf: (operation: Operation): Answer => {
      const status = Object.keys(operation.responses).find((each) => each.startsWith('2'))
      return answerOf(operation, status!)
    },
    codesOf: (operation: Operation): number[] =>
      Object.keys(operation.responses)
        .filter((status) => Number(status) >= 400)
        .flatMap((status) => answerOf(operation, status).description.match(/\d{6}/g) ?? [])
        .map(Number),
    parametersOf: ({ parameters = [] }: Operation): Parameter[] =>
      parameters.map((each) => referred('parameters', each)),
    bodyOf: (call: string): Json => {
      const schema = find(call).requestBody?.content['application/json']?.schema ?? {}
      return referred('schemas', schema)
    },
  }
}
