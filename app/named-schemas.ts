import type { Json } from './api-schemas.ts'
import { schemaNames } from './schema-names.ts'

/** Schemas of one operation before they are named. */
export type OperationSchemas = {
  operation: string
  reply?: Json
  body?: Json
  query: Json
  asked?: Json
}

/**
 * Names schemas by their place. `refer` replaces each named schema by a reference; `definitions` are the targets of the
 * references. Throws for a place that the API does not have.
 */
export function nameSchemas(operations: readonly OperationSchemas[]) {
  const byOperation = new Map(operations.map((each) => [each.operation, each]))
  const places = Object.entries(schemaNames).filter(([place]) =>
    byOperation.has(place.split('.')[0] ?? ''),
  )
  const named = places.map(([place, name]) => [name, schemaAt(byOperation, place)] as const)
  const nameOf = new Map(named.map(([name, schema]) => [textOf(schema), name]))
  const refer = (schema: Json): Json => {
    const name = nameOf.get(textOf(schema))
    return name === undefined ? referWithin(schema, refer) : referenceTo(name)
  }
  const definitions = named.map(([name, schema]) => [name, referWithin(schema, refer)] as const)
  return { refer, definitions: Object.fromEntries(definitions) }
}

export function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

function schemaAt(operations: ReadonlyMap<string, OperationSchemas>, place: string): Json {
  const [operation = '', part = '', ...fields] = place.split('.')
  const schemas = operations.get(operation)
  const root = schemas?.[part as 'reply']
  const schema = fields.reduce<Json | undefined>(step, root && unwrapped(root))
  if (!schema) throw new Error(`app/schema-names.ts: the API has no ${place}`)
  return schema
}

function step(schema: Json | undefined, field: string): Json | undefined {
  const options = schema?.['anyOf'] as Json[] | undefined
  const properties = schema?.['properties'] as Record<string, Json> | undefined
  const next = options && /^\d+$/.test(field) ? options[Number(field)] : properties?.[field]
  return next && unwrapped(next)
}

/** Returns the item schema of an array, and the other option of a union with null. */
function unwrapped(schema: Json): Json {
  if (schema['type'] === 'array') return unwrapped(schema['items'] as Json)
  const options = (schema['anyOf'] as Json[] | undefined)?.filter(({ type }) => type !== 'null')
  const [only] = options ?? []
  return only && options?.length === 1 ? unwrapped(only) : schema
}

const singleKeys = ['items', 'additionalProperties', 'propertyNames'] as const
const listKeys = ['anyOf', 'oneOf', 'allOf'] as const

function referWithin(schema: Json, refer: (schema: Json) => Json): Json {
  const copy = { ...schema }
  for (const key of singleKeys) if (isSchema(copy[key])) copy[key] = refer(copy[key])
  for (const key of listKeys) {
    const options = copy[key] as Json[] | undefined
    if (options) copy[key] = options.map(refer)
  }
  const properties = copy['properties'] as Record<string, Json> | undefined
  if (properties) {
    const referring = Object.entries(properties).map(([name, each]) => [name, refer(each)])
    copy['properties'] = Object.fromEntries(referring)
  }
  return copy
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

/** Returns a text that is equal for equal schemas, whatever the order of their fields. */
function textOf(schema: Json): string {
  return JSON.stringify(schema, (_, value: unknown) =>
    isSchema(value) && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  )
}
