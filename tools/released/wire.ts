/** The wire format of an operation: no texts, errors or security. */
export type Operation = {
  /** Parameters as `<in>.<name>`, as one object, except those of the path and common headers. */
  parameters: Schema
  /** Schemas by media type. */
  body: Record<string, Schema>
  /** Schemas by media type, by status below 300. */
  replies: Record<string, Record<string, Schema>>
}

/** The API of one version: operations by method and full path, and the schemas that they refer to. */
export type Wire = { operations: Record<string, Operation>; schemas: Record<string, Schema> }

export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: Schema | boolean
  enum?: unknown[]
  const?: unknown
  [limit: string]: unknown
}

type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema?: Schema }
type Content = Record<string, { schema?: Schema }>
type Described = {
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses: Record<string, { content?: Content }>
}
type Server = { url: string }
export type ApiDocument = {
  servers?: Server[]
  paths: Record<string, { servers?: Server[] } & Record<string, Described>>
  components?: { schemas?: Record<string, Schema>; parameters?: Record<string, Parameter> }
}

/** Keywords that do not change what can be written or read. */
const prose = new Set(['description', 'example', 'examples', 'title', 'default'])
/** Headers that `server/csrf.ts` checks for all calls. */
const commonHeaders = new Set(['X-CSRF-Token', 'X-Requested-With', 'Origin', 'Sec-Fetch-Site'])

/** Returns the part of an OpenAPI document that adjacent versions must agree on. */
export function readWire({ servers, paths, components = {} }: ApiDocument): Wire {
  const shared = components.parameters ?? {}
  const operations = Object.entries(paths).flatMap(([path, { servers: own, ...methods }]) =>
    Object.entries(methods).map(([method, described]) => [
      `${method.toUpperCase()} ${baseOf(own ?? servers)}${path}`,
      readOperation(described, shared),
    ]),
  )
  return {
    operations: Object.fromEntries(operations),
    schemas: withoutProse(components.schemas ?? {}, true),
  }
}

function baseOf([server]: Server[] = []): string {
  return server ? new URL(server.url).pathname.replace(/\/$/, '') : ''
}

function readOperation(described: Described, shared: Record<string, Parameter>): Operation {
  const replies = Object.entries(described.responses).filter(([status]) => Number(status) < 300)
  return {
    parameters: readParameters(described.parameters ?? [], shared),
    body: readContent(described.requestBody?.content),
    replies: Object.fromEntries(
      replies.map(([status, { content }]) => [status, readContent(content)]),
    ),
  }
}

function readParameters(parameters: Parameter[], shared: Record<string, Parameter>): Schema {
  const listed = parameters
    .map((each) => shared[each.$ref?.split('/').at(-1) ?? ''] ?? each)
    .filter((each) => each.in !== 'path' && !commonHeaders.has(each.name))
  return {
    type: 'object',
    properties: Object.fromEntries(
      listed.map((each) => [`${each.in}.${each.name}`, withoutProse(each.schema ?? {})]),
    ),
    required: listed.filter((each) => each.required).map((each) => `${each.in}.${each.name}`),
  }
}

function readContent(content: Content = {}): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema = {} }]) => [type, withoutProse(schema)]),
  )
}

/** Removes the keywords in `prose`. With `isNames`, the keys are names of properties or schemas, so they all stay. */
function withoutProse<Value>(value: Value, isNames = false): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => withoutProse(each)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => isNames || !prose.has(key))
  return Object.fromEntries(
    entries.map(([key, each]) => [key, withoutProse(each, key === 'properties')]),
  ) as Value
}

/** Returns JSON with one line for each operation and schema, so that diffs between releases are readable. */
export function writeWire({ operations, schemas }: Wire): string {
  return `{"operations":{\n${linesOf(operations)}\n},\n"schemas":{\n${linesOf(schemas)}\n}}\n`
}

function linesOf(part: Record<string, unknown>): string {
  return Object.entries(part)
    .map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`)
    .join(',\n')
}
