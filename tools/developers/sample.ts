import type { Schema } from './openapi-document.ts'

const texts: Readonly<Record<string, string>> = {
  uuid: '0197a2a4-5a53-7c64-8f7e-3a5e0d6c9f10',
  'date-time': '2026-03-02T09:12:00.000Z',
  date: '2026-03-02',
  email: 'grace@harbour.example',
  uri: 'https://orders.example.com/',
}

/** Returns a value that matches the schema, used if the document has no example. */
export function sampleOf(schema: Schema): unknown {
  const { const: fixed, enum: values, default: preset, example } = schema
  for (const value of [example, (schema['examples'] as unknown[] | undefined)?.[0], fixed, preset])
    if (value !== undefined) return value
  if (values) return values[0]
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return sampleOf(variants.find(({ type }) => type !== 'null') ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(sampleOf), ownOf(schema))
  const type = Array.isArray(schema.type)
    ? schema.type.find((each) => each !== 'null')
    : schema.type
  switch (type) {
    case 'object':
      return ownOf(schema)
    case 'array':
      return schema.items ? [sampleOf(schema.items)] : []
    case 'string':
      return texts[String(schema['format'])] ?? '…'
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1
    case 'boolean':
      return true
    default:
      return null
  }
}

function ownOf({ properties = {} }: Schema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, sampleOf(each)]),
  )
}
