import { nothing, type Endpoint } from '#contract/endpoint.ts'
import { schemaNames } from '#contract/named.ts'
import { withoutUnknownKeys, partsOf, schemaOf, type Json } from './api-schemas.ts'

/**
 * Prepares references to the schemas that contracts name (contract/named.ts) and to schemas equal to them. `refer`
 * replaces each by a `$ref`. `definitions` returns all that were referenced so far, by name. Throws if two different
 * schemas have one name.
 */
export function nameSchemas(endpoints: readonly Endpoint[]) {
  const replyParts = new Set(endpoints.flatMap(({ reply }) => partsOf(reply)))
  const nameByText = new Map([[textOf(withoutUnknownKeys(schemaOf(nothing))), 'NoFields']])
  for (const [schema, name] of schemaNames) {
    // A schema outside of replies may be a body, which forbids unknown keys.
    const bodyForms = replyParts.has(schema) ? [] : [withoutUnknownKeys(schemaOf(schema))]
    for (const form of [...bodyForms, schemaOf(schema), schemaOf(schema, 'output')])
      // The name of a list or nullable schema names its items.
      nameByText.set(textOf(unwrapped(form)), name)
  }
  const used = new Map<string, Json>()
  const refer = (schema: Json): Json => {
    const text = textOf(schema)
    const name = nameByText.get(text)
    if (name === undefined) return referWithin(schema, refer)
    if (textOf(used.get(name) ?? schema) !== text)
      throw new Error(`two schemas have the name ${name}`)
    used.set(name, schema)
    return referenceTo(name)
  }
  function definitions(): Record<string, Json> {
    const resolved = new Map<string, Json>()
    // A definition may use further names, which the loop then reaches.
    for (const [name, schema] of used) resolved.set(name, referWithin(schema, refer))
    return Object.fromEntries([...resolved].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }
  return { refer, definitions }
}

export function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** Returns the schema inside arrays and unions with null. */
function unwrapped(schema: Json): Json {
  if (schema['type'] === 'array') return unwrapped(schema['items'] as Json)
  const options = (schema['anyOf'] as Json[] | undefined)?.filter(({ type }) => type !== 'null')
  const [only] = options ?? []
  return only && options?.length === 1 ? unwrapped(only) : schema
}

const singleKeys = ['items', 'additionalProperties', 'propertyNames'] as const
const listKeys = ['anyOf', 'oneOf', 'allOf'] as const

/** Returns a copy in which `refer` has replaced the schemas one level below. */
function referWithin(schema: Json, refer: (schema: Json) => Json): Json {
  const copy = { ...schema }
  for (const key of singleKeys) if (isSchema(copy[key])) copy[key] = refer(copy[key])
  for (const key of listKeys) {
    const options = copy[key] as Json[] | undefined
    if (options) copy[key] = options.map(refer)
  }
  const properties = copy['properties'] as Record<string, Json> | undefined
  if (properties) {
    const entries = Object.entries(properties).map(([name, property]) => [name, refer(property)])
    copy['properties'] = Object.fromEntries(entries)
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
