import type * as z from 'zod/mini'
import { definitionOf, type Definition } from './api-schemas.ts'
import { exampleValues } from './example-values.ts'

const wrappers = ['optional', 'nullable', 'default', 'readonly', 'nonoptional']
const absent = Symbol('absent')

/**
 * An example of a schema, composed from those of its fields. Throws for a field of which app/example-values.ts has none.
 * Undefined where nothing can be sent.
 */
export function exampleOf(schema: z.ZodMiniType): unknown {
  const found = compose(schema, 'value', '')
  return found === absent ? undefined : found
}

function compose(schema: z.ZodMiniType, name: string, parent: string): unknown {
  const definition = definitionOf(schema)
  const { type } = definition
  const known = knownValue(schema, name, parent)
  if (known !== absent) return known
  if (wrappers.includes(type)) return compose(definition.innerType!, name, parent)
  if (type === 'object') return ofFields(definition.shape!, name)
  if (type === 'array') return ofItems(definition.element!, name, parent)
  if (type === 'tuple') return definition.items!.map((each) => compose(each, name, parent))
  if (type === 'union') return compose(definition.options![0]!, name, parent)
  if (type === 'pipe') return compose(definition.in!, name, parent)
  if (type === 'literal') return definition.values![0]
  if (type === 'enum') return Object.values(definition.entries!)[0]
  if (type === 'boolean') return false
  if (type === 'record') return {}
  if (type === 'never') return absent
  if (type === 'unknown') return absent
  return ofFormat(definition, `${parent}.${name}`)
}

function ofFields(shape: Record<string, z.ZodMiniType>, name: string): object {
  const fields = Object.entries(shape).map(([field, each]) => [field, compose(each, field, name)])
  return Object.fromEntries(fields.filter(([, value]) => value !== absent)) as object
}

function ofItems(element: z.ZodMiniType, name: string, parent: string): unknown[] {
  const item = compose(element, name, parent)
  return item === absent ? [] : [item]
}

/** Times are not parsed: some must be still to come, which no example remains. */
function knownValue(schema: z.ZodMiniType, name: string, parent: string): unknown {
  const { type, format } = definitionOf(schema)
  if (type === 'nullable' && exampleValues[name]?.[0] === null) return null
  if (wrappers.includes(type) || format === 'datetime' || format === 'date') return absent
  const candidates = [`${parent}.${name}`, name].flatMap((key) => exampleValues[key] ?? [])
  return candidates.find((each) => schema.safeParse(each).success) ?? absent
}

const ofFormats: Readonly<Record<string, string>> = {
  uuid: '01900000-0000-7000-8000-000000000001',
  datetime: '2026-03-02T09:12:00.000Z',
  date: '2026-03-02',
}

function ofFormat({ type, format = '' }: Definition, place: string): unknown {
  const timed = exampleValues[place.split('.')[1] ?? '']?.[0]
  if (format === 'datetime' && /^\d{4}-.*Z$/.test(String(timed))) return timed
  const found = type === 'number' ? 1 : ofFormats[format]
  if (found === undefined) throw new Error(`app/example-values.ts has no example of ${place}`)
  return found
}
