import * as z from 'zod/mini'
import type { ConfigurationSection, Item } from '#domain/settings/configuration-section.ts'
import { closest, editDistance } from '#server/closest.ts'
import {
  throwFaults,
  type ConfigurationFile,
  type FileFault,
  type Path,
} from './configuration-file.ts'
import { fileSchema, itemSchemaOf, type JsonSchema } from './schema.ts'
import { sentenceOf } from './sentences.ts'

/** The items in the file, by section. */
export type FileSections = ReadonlyMap<string, Item[]>

/** Returns the items of a file by section. Throws a FileError that lists every fault and how to fix it. */
export function checkFile(
  file: ConfigurationFile,
  sections: readonly ConfigurationSection[],
): FileSections {
  const { value } = file
  const faults = [...findUnknownNames(fileSchema(sections), value, [])]
  if (!isRecord(value)) {
    const names = sections.map(({ name }) => name).join(', ')
    faults.push({ path: [], sentence: `Write at least one section: ${names}.` })
  }
  const fileSections = new Map<string, Item[]>()
  for (const section of sections) {
    if (!isRecord(value) || !Object.hasOwn(value, section.name)) continue
    fileSections.set(section.name, readSection(section, value[section.name], faults))
  }
  throwFaults(file, faults)
  return fileSections
}

/** Returns a string that is equal for items with equal key fields. */
export function identityOf({ keys }: ConfigurationSection, item: Item): string {
  return JSON.stringify(keys.map((name) => item[name] ?? null))
}

/** Returns the key fields of an item as readable text. */
export function keyOf({ keys }: ConfigurationSection, item: Item): string {
  return keys
    .map((name) => String(item[name] ?? ''))
    .filter(Boolean)
    .join(' of ')
}

/** Returns the path of an item of a section in the file. */
export function pathOf({ name, keys }: ConfigurationSection, index: number): Path {
  return keys.length === 0 ? [name] : [name, index]
}

function readSection(section: ConfigurationSection, value: unknown, faults: FileFault[]): Item[] {
  const { name, keys } = section
  const values: unknown = keys.length === 0 ? [value] : value
  if (!Array.isArray(values)) {
    faults.push({ path: [name], sentence: `Write a list of ${name}, or [] for none.` })
    return []
  }
  const schema = itemSchemaOf(section)
  const items = values.map((each, index) =>
    parseItem(section, schema, each, pathOf(section, index), faults),
  )
  const identities = new Set<string>()
  for (const [index, item] of items.entries()) {
    const [key, identity] = [keyOf(section, item), identityOf(section, item)]
    // An invalid item has no key.
    if (key !== '' && identities.has(identity)) {
      const sentence = `${key} stands in this section twice: keep one.`
      faults.push({ path: pathOf(section, index), sentence })
    }
    identities.add(identity)
  }
  return items
}

function parseItem(
  section: ConfigurationSection,
  schema: z.ZodMiniType,
  value: unknown,
  path: Path,
  faults: FileFault[],
): Item {
  const parsed = schema.safeParse(value)
  if (parsed.success) return withoutUndefined(parsed.data as Item)
  faults.push(...parsed.error.issues.map((issue) => faultOf(section, issue, value, path)))
  return {}
}

/** Converts a schema issue to a fault. `value` is the item that has the issue, and `path` is the path of the item. */
export function faultOf(
  { texts }: ConfigurationSection,
  issue: z.core.$ZodIssue,
  value: unknown,
  path: Path,
): FileFault {
  const innerPath = issue.path.map((each) => (typeof each === 'number' ? each : String(each)))
  const faultyValue = innerPath.reduce<unknown>(
    (parent, name) => (parent as Item | undefined)?.[name],
    value,
  )
  const sentence = sentenceOf(issue, faultyValue, innerPath, texts.en)
  return { path: [...path, ...innerPath], sentence }
}

function withoutUndefined(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))
}

function findUnknownNames(schema: JsonSchema, value: unknown, path: Path): FileFault[] {
  if (Array.isArray(value)) {
    const { items } = partWith(schema, 'items')
    // Without items in the schema, a list of any depth may follow, which would overflow the stack.
    if (!items) return []
    return value.flatMap((each, index) => findUnknownNames(items, each, [...path, index]))
  }
  const { properties, additionalProperties } = partWith(schema, 'properties')
  if (!isRecord(value) || !properties) return []
  return Object.entries(value).flatMap(([name, each]) => {
    if (Object.hasOwn(properties, name))
      return findUnknownNames(properties[name] ?? {}, each, [...path, name])
    if (additionalProperties !== false) return []
    const sentence = sentenceOfUnknownName(name, Object.keys(properties))
    return [{ path: [...path, name], sentence }]
  })
}

function sentenceOfUnknownName(name: string, names: readonly string[]): string {
  const nearest = closest(name, names)
  const isNear = nearest !== undefined && editDistance(name, nearest) <= 3
  return `${name} is not known here. Write ${isNear ? nearest : `one of: ${names.join(', ')}`}.`
}

/** Returns the alternative of a union that has properties or items; an empty schema if none has. */
function partWith(schema: JsonSchema, name: 'items' | 'properties'): JsonSchema {
  if (schema[name]) return schema
  return (schema.anyOf ?? []).map((each) => partWith(each, name)).find((each) => each[name]) ?? {}
}

export function isRecord(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
