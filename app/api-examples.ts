import type * as z from 'zod/mini'
import { definitionOf, type Definition } from './api-schemas.ts'
import { exampleValues } from './example-values.ts'

const wrapperTypes = ['optional', 'nullable', 'default', 'readonly', 'nonoptional']
/** The value without an example. A field or item of the type `never`, `unknown` or `custom` is then left out. */
const absent = Symbol('absent')

/** Examples by field name that a contract adds to those of app/example-values.ts. */
type Examples = Readonly<Record<string, unknown>>
/** The name of a field, that of its parent, and the examples of the contract. */
type Place = { name: string; parent: string; own: Examples }

/**
 * Returns an example of a schema, composed from the examples of its fields; undefined if there is none. Throws if a
 * text has neither a listed example nor one of its format.
 */
export function exampleOf(schema: z.ZodMiniType, own: Examples = {}): unknown {
  const example = compose(schema, { name: 'value', parent: '', own })
  return example === absent ? undefined : example
}

function compose(schema: z.ZodMiniType, place: Place): unknown {
  const definition = definitionOf(schema)
  const { type } = definition
  const example = listedExample(schema, place)
  if (example !== absent) return example
  if (wrapperTypes.includes(type)) return compose(definition.innerType!, place)
  if (type === 'object') return exampleOfFields(definition.shape!, place)
  if (type === 'array') return exampleOfItems(definition.element!, place)
  if (type === 'tuple') return definition.items!.map((each) => compose(each, place))
  if (type === 'union') return compose(definition.options![0]!, place)
  if (type === 'pipe') return compose(definition.in!, place)
  if (type === 'literal') return definition.values![0]
  if (type === 'enum') return Object.values(definition.entries!)[0]
  if (type === 'boolean') return false
  if (type === 'record') return {}
  if (type === 'never') return absent
  if (type === 'unknown' || type === 'custom') return absent
  return exampleOfFormat(definition, place)
}

function exampleOfFields(
  shape: Record<string, z.ZodMiniType>,
  { name: parent, own }: Place,
): object {
  const fields = Object.entries(shape).map(([name, each]) => [
    name,
    compose(each, { name, parent, own }),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== absent)) as object
}

function exampleOfItems(element: z.ZodMiniType, place: Place): unknown[] {
  const item = compose(element, place)
  return item === absent ? [] : [item]
}

/** Returns the examples of a field, first those of the contract. */
function examplesOf({ name, parent, own }: Place): unknown[] {
  return [`${parent}.${name}`, name].flatMap((key) => [
    ...(Object.hasOwn(own, key) ? [own[key]] : []),
    ...(exampleValues[key] ?? []),
  ])
}

/**
 * Returns the first listed example that the schema accepts, or `absent`. Skips dates and times: a schema that requires
 * a future time would reject a listed one some day. `exampleOfFormat` returns a listed time unchecked.
 */
function listedExample(schema: z.ZodMiniType, place: Place): unknown {
  const { type, format } = definitionOf(schema)
  if (type === 'nullable' && exampleValues[place.name]?.[0] === null) return null
  if (wrapperTypes.includes(type) || format === 'datetime' || format === 'date') return absent
  return examplesOf(place).find((each) => schema.safeParse(each).success) ?? absent
}

const formatExamples: Readonly<Record<string, string>> = {
  uuid: '01900000-0000-7000-8000-000000000001',
  datetime: '2026-03-02T09:12:00.000Z',
  date: '2026-03-02',
}

/** Returns an example of a text or number by its format. Throws for a format without one. */
function exampleOfFormat({ type, format = '' }: Definition, place: Place): unknown {
  const time = examplesOf(place).find((each) => /^\d{4}-.*Z$/.test(String(each)))
  if (format === 'datetime' && time !== undefined) return time
  const example = type === 'number' ? 1 : formatExamples[format]
  if (example === undefined)
    throw new Error(
      `neither the contract nor app/example-values.ts has an example of ${place.parent}.${place.name}`,
    )
  return example
}
