import { nothing, type Endpoint } from '#contract/endpoint.ts'
import { schemaNames } from '#contract/named.ts'
import { closed, partsOf, schemaOf, type Json } from './api-schemas.ts'

/**
 * Names the schemas that contracts name, and equal ones. `refer` replaces each named schema by a reference; `definitions`
 * returns the targets of the references so far. Throws for two different schemas of one name.
 */
export function nameSchemas(endpoints: readonly Endpoint[]) {
  const replies = new Set(endpoints.flatMap(({ reply }) => partsOf(reply)))
  const nameOf = new Map([[textOf(closed(schemaOf(nothing))), 'NoFields']])
  for (const [schema, name] of schemaNames) {
    const ofBody = replies.has(schema) ? [] : [closed(schemaOf(schema))]
    for (const each of [...ofBody, schemaOf(schema), schemaOf(schema, 'output')])
      nameOf.set(textOf(unwrapped(each)), name)
  }
  const used = new Map<string, Json>()
  const refer = (schema: Json): Json => {
    const text = textOf(schema)
    const name = nameOf.get(text)
    if (name === undefined) return referWithin(schema, refer)
    if (textOf(used.get(name) ?? schema) !== text)
      throw new Error(`two schemas have the name ${name}`)
    used.set(name, schema)
    return referenceTo(name)
  }
  function definitions(): Record<string, Json> {
    const definition = new Map<string, Json>()
    // A definition may use further names, which the loop then reaches.
    for (const [name, schema] of used) definition.set(name, referWithin(schema, refer))
    return Object.fromEntries([...definition].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }
  return { refer, definitions }
}

export function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
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
