/** The OpenAPI document in the form that the pages use. Only this module resolves `$ref`. */

export type Json = Record<string, unknown>
export type Schema = Json & {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  /** The name of the component that the schema comes from. */
  name?: string
}
export type Parameter = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
}
export type Content = { type: string; schema: Schema; example?: unknown }
type Answer = { status: string; description: string; content: Content | undefined }
export type Operation = {
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  /** True if the call requires a platform's access token. */
  isBearer: boolean
  parameters: Parameter[]
  body: (Content & { required: boolean }) | undefined
  answers: Answer[]
}
export type ApiDocument = {
  description: string
  tags: { name: string; description: string }[]
  operations: Operation[]
  events: Operation[]
}

export function readDocument(document: Json): ApiDocument {
  const read = (items: unknown) =>
    Object.entries((items ?? {}) as Record<string, Record<string, Json>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, each]) =>
          readOperation(document, method, path, each),
        ),
    )
  const { description } = document['info'] as { description: string }
  const tags = document['tags'] as ApiDocument['tags']
  const order = tags.map(({ name }) => name)
  const operations = read(document['paths'])
  return {
    description,
    tags,
    operations: operations.toSorted(
      (one, other) => order.indexOf(one.tag) - order.indexOf(other.tag),
    ),
    events: read(document['webhooks']),
  }
}

function readOperation(document: Json, method: string, path: string, operation: Json): Operation {
  const follow = <T>(value: T): T => resolve(document, value)
  const body = follow(operation['requestBody']) as Json | undefined
  const content = body && contentOf(document, body)
  const answers = Object.entries((operation['responses'] ?? {}) as Record<string, Json>)
  return {
    id: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    tag: (operation['tags'] as string[])[0] ?? '',
    summary: String(operation['summary'] ?? ''),
    description: String(operation['description'] ?? ''),
    isBearer: ((operation['security'] ?? []) as Json[]).some((each) => 'platform' in each),
    parameters: ((operation['parameters'] ?? []) as Parameter[]).map((each) => {
      const parameter = follow(each)
      return { ...parameter, schema: follow(parameter.schema) }
    }),
    body: content && { ...content, required: body['required'] === true },
    answers: answers.map(([status, each]) => {
      const answer = follow(each)
      const description = String(answer['description'] ?? '')
      return { status, description, content: contentOf(document, answer) }
    }),
  }
}

/** Returns the first media type, with its first example. */
function contentOf(document: Json, { content }: Json): Content | undefined {
  const [first] = Object.entries((content ?? {}) as Record<string, Json>)
  if (!first) return undefined
  const [type, media] = first
  const examples = Object.values((media['examples'] ?? {}) as Record<string, Json>)
  const firstExample = resolve(document, examples[0])?.['value']
  const schema = resolve(document, (media['schema'] ?? {}) as Schema)
  const example = media['example'] ?? firstExample ?? schema['example']
  return { type, schema, ...(example !== undefined && { example }) }
}

/**
 * Returns a copy with all `$ref` resolved. `outer` contains the references that lead to the value; a
 * schema inside itself is replaced by its name.
 */
function resolve<T>(document: Json, value: T, outer: readonly string[] = []): T {
  if (Array.isArray(value)) return value.map((each) => resolve(document, each, outer)) as T
  if (typeof value !== 'object' || value === null) return value
  const { $ref: reference, ...rest } = value as Json & { $ref?: string }
  if (typeof reference === 'string') {
    const name = reference.slice(reference.lastIndexOf('/') + 1)
    if (outer.includes(reference)) return { type: 'object', name } as T
    const target = resolve(document, pointedAt(document, reference), [...outer, reference]) as Json
    const isSchema = reference.startsWith('#/components/schemas/')
    return { ...target, ...resolve(document, rest, outer), ...(isSchema && { name }) } as T
  }
  const entries = Object.entries(rest).map(([key, each]) => [key, resolve(document, each, outer)])
  return Object.fromEntries(entries) as T
}

/** Returns the value at a pointer. Throws if there is none. */
function pointedAt(document: Json, reference: string): unknown {
  const steps = reference.slice(2).split('/')
  const target = steps.reduce<unknown>(
    (value, step) =>
      (value as Json | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
  if (target === undefined) throw new Error(`${reference} does not exist in the OpenAPI document`)
  return target
}
