import type * as z from 'zod/mini'
import { definitionOf, type Definition } from './api-schemas.ts'
import { exampleValues } from './example-values.ts'

const wrapperTypes = ['optional', 'nullable', 'default', 'readonly', 'nonoptional']
/** Marks a field without an example, which is left out. */
const absent = Symbol('absent')

/**
 * Returns an example of a schema, composed from the examples of its fields; undefined if nothing can be sent. Throws
 * for a field without an example in app/example-values.ts.
 */
export function exampleOf(schema: z.ZodMiniType): unknown {
  const example = compose(schema, 'value', '')
  return example === absent ? undefined : example
}

function compose(schema: z.ZodMiniType, name: string, parent: string): unknown {
  const definition = definitionOf(schema)
  const { type } = definition
  const example = listedExample(schema, name, parent)
  if (example !== absent) return example
  if (wrapperTypes.includes(type)) return compose(definition.innerType!, name, parent)
  if (type === 'object') return exampleOfFields(definition.shape!, name)
  if (type === 'array') return exampleOfItems(definition.element!, name, parent)
  if (type === 'tuple') return definition.items!.map((each) => compose(each, name, parent))
  if (type === 'union') return compose(definition.options![0]!, name, parent)
  if (type === 'pipe') return compose(definition.in!, name, parent)
  if (type === 'literal') return definition.values![0]
  if (type === 'enum') return Object.values(definition.entries!)[0]
  if (type === 'boolean') return false
  if (type === 'record') return {}
  if (type === 'never') return absent
  if (type === 'unknown' || type === 'custom') return absent
  return exampleOfFormat(definition, name, parent)
}

function exampleOfFields(shape: Record<string, z.ZodMiniType>, name: string): object {
  const fields = Object.entries(shape).map(([field, each]) => [field, compose(each, field, name)])
  return Object.fromEntries(fields.filter(([, value]) => value !== absent)) as object
}

function exampleOfItems(element: z.ZodMiniType, name: string, parent: string): unknown[] {
  const item = compose(element, name, parent)
  return item === absent ? [] : [item]
}

/**
 * Returns the first listed example that the schema accepts, or `absent`. Skips dates and times: a schema that requires
 * a future time would reject a listed one some day. `exampleOfFormat` returns a listed time unchecked.
 */
function listedExample(schema: z.ZodMiniType, name: string, parent: string): unknown {
  const { type, format } = definitionOf(schema)
  if (type === 'nullable' && exampleValues[name]?.[0] === null) return null
  if (wrapperTypes.includes(type) || format === 'datetime' || format === 'date') return absent
  const candidates = [`${parent}.${name}`, name].flatMap((key) => exampleValues[key] ?? [])
  return candidates.find((each) => schema.safeParse(each).success) ?? absent
}

const formatExamples: Readonly<Record<string, string>> = {
  uuid: '01900000-0000-7000-8000-000000000001',
  datetime: '2026-03-02T09:12:00.000Z',
  date: '2026-03-02',
}

/** Returns an example of a text or number by its format. Throws for a format without one. */
function exampleOfFormat({ type, format = '' }: Definition, name: string, parent: string): unknown {
  const listedTime = exampleValues[name]?.[0]
  if (format === 'datetime' && /^\d{4}-.*Z$/.test(String(listedTime))) return listedTime
  const example = type === 'number' ? 1 : formatExamples[format]
  if (example === undefined)
    throw new Error(`app/example-values.ts has no example of ${parent}.${name}`)
  return example
}
