import type { Operation, Schema, Wire } from './wire.ts'

type Sides = {
  /** The API of the version that writes, whose references its schemas use. */
  writer: Wire
  /** The API of the version that reads. */
  reader: Wire
  /** `formerReply`: a page of this version reads the reply of a server of the previous one. */
  reads: 'request' | 'reply' | 'formerReply'
}

const lowerLimits = ['minLength', 'minItems', 'minimum'] as const
const upperLimits = ['maxLength', 'maxItems', 'maximum'] as const

/**
 * Returns what would break pages and programs of the previous version, and pages of this version at a server of the
 * previous one, as `<operation> <what>` → advice. The previous version writes requests that this version reads. Each
 * version reads replies of the other.
 */
export function findWireFaults(before: Wire, now: Wire): Map<string, string> {
  const faults = new Map<string, string>()
  for (const [name, older] of Object.entries(before.operations)) {
    const newer = now.operations[name]
    const differences = newer
      ? [...requestFaults(older, newer, before, now), ...replyFaults(older, newer, before, now)]
      : [['is gone', 'keep it for one release, also where no page of this one calls it'] as const]
    for (const [what, advice] of differences) faults.set(`${name} ${what}`, advice)
  }
  return faults
}

type Fault = readonly [what: string, advice: string]

function requestFaults(older: Operation, newer: Operation, before: Wire, now: Wire): Fault[] {
  const sides = { writer: before, reader: now, reads: 'request' } as const
  return [
    ...compare(older.parameters, newer.parameters, 'parameter', sides),
    ...compareContents(older.body, newer.body, 'body', sides),
    ...newBody(older, newer),
  ]
}

function newBody(older: Operation, newer: Operation): Fault[] {
  const isNew = Object.keys(older.body).length === 0 && Object.keys(newer.body).length > 0
  return isNew ? [['body is new', 'let the call work without a body for one release']] : []
}

function replyFaults(older: Operation, newer: Operation, before: Wire, now: Wire): Fault[] {
  const sides = { writer: now, reader: before, reads: 'reply' } as const
  const former = { writer: before, reader: now, reads: 'formerReply' } as const
  return Object.entries(older.replies).flatMap(([status, contents]): Fault[] => {
    const present = newer.replies[status]
    if (!present) return [[`reply ${status} is gone`, 'answer with it for one release']]
    return [
      ...compareContents(present, contents, 'reply', sides),
      ...compareContents(contents, present, 'reply', former),
    ]
  })
}

function compareContents(
  written: Record<string, Schema>,
  read: Record<string, Schema>,
  place: string,
  sides: Sides,
): Fault[] {
  const older = sides.reads === 'reply' ? read : written
  return Object.keys(older).flatMap((type): Fault[] => {
    const [writer, reader] = [written[type], read[type]]
    if (!writer || !reader)
      return [[`${place} is no longer ${type}`, 'keep that media type for one release']]
    return compare(writer, reader, place, sides)
  })
}

/**
 * Returns the differences that prevent a reader of one schema from reading every value of the other; empty if there are
 * none.
 */
function compare(written: Schema, read: Schema, place: string, sides: Sides): Fault[] {
  if (written.$ref !== undefined && written.$ref === read.$ref && sides.writer === sides.reader)
    return []
  const writer = resolve(written, sides.writer)
  const reader = resolve(read, sides.reader)
  const [branches, readable] = [branchesOf(writer), branchesOf(reader)]
  if (branches.length > 1 || readable.length > 1)
    return branches.flatMap((branch) => compareWithClosest(branch, readable, place, sides))
  if (!isOfType(writer, reader)) return [[`${place} changes its type`, keepType(sides)]]
  return [
    ...compareProperties(writer, reader, place, sides),
    ...(writer.items && reader.items
      ? compare(writer.items, reader.items, `${place}[]`, sides)
      : []),
    ...compareValues(writer, reader, place, sides),
    ...(sides.reads === 'request' ? compareLimits(writer, reader, place) : []),
  ]
}

/**
 * Compares a branch with the readable one from which it differs least, of the same type and with a common value of each
 * shared field if there is one.
 */
function compareWithClosest(
  branch: Schema,
  readable: Schema[],
  place: string,
  sides: Sides,
): Fault[] {
  const own = resolve(branch, sides.writer)
  const alike = readable.filter((each) => isAlike(own, resolve(each, sides.reader), sides))
  const tries = (alike.length > 0 ? alike : readable).map((each) =>
    compare(branch, each, place, sides),
  )
  return tries.toSorted((one, other) => one.length - other.length)[0] ?? []
}

function isAlike(writer: Schema, reader: Schema, sides: Sides): boolean {
  const read = reader.properties ?? {}
  const haveCommonValues = Object.entries(writer.properties ?? {}).every(([name, schema]) => {
    const values = valuesOf(resolve(schema, sides.writer))
    const readable = read[name] && valuesOf(resolve(read[name], sides.reader))
    return !values || !readable || values.some((value) => readable.includes(value))
  })
  return isOfType(writer, reader) && haveCommonValues
}

/** Returns a schema for each alternative of `anyOf`, or of a `type` with several values. */
function branchesOf(schema: Schema): Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(branchesOf)
  const { type } = schema
  return Array.isArray(type) ? type.map((each: string) => ({ ...schema, type: each })) : [schema]
}

function isOfType(writer: Schema, reader: Schema): boolean {
  const [own, wanted] = [typeOf(writer), typeOf(reader)]
  return wanted === undefined || own === wanted || (own === 'integer' && wanted === 'number')
}

function typeOf({ type, const: value }: Schema): string | undefined {
  const own = Array.isArray(type) ? type[0] : type
  return own ?? (value === undefined ? undefined : typeof value)
}

function keepType({ reads }: Sides): string {
  return reads === 'request'
    ? 'accept both types for one release'
    : 'keep the field as it was and add another one for what is new'
}

function compareProperties(writer: Schema, reader: Schema, place: string, sides: Sides): Fault[] {
  const written = writer.properties ?? {}
  const read = reader.properties ?? {}
  const faults = Object.entries(read).flatMap(([name, schema]): Fault[] => {
    const at = `${place}.${name}`
    const own = written[name]
    const isRequired = reader.required?.includes(name) ?? false
    const isMissing = isRequired && !(writer.required?.includes(name) ?? false)
    const fault = missingFault(at, sides, { isMissing, isUnknown: !own })
    if (fault) return [fault]
    return own ? compare(own, schema, at, sides) : []
  })
  if (sides.reads !== 'request') return faults
  const unread = Object.keys(written).filter((name) => !(name in read))
  return [...faults, ...unread.map((name) => unreadFault(reader, `${place}.${name}`))]
}

/** Returns the fault of a field that the writer may leave out (`isMissing`) or does not know (`isUnknown`). */
function missingFault(
  at: string,
  { reads }: Sides,
  { isMissing, isUnknown }: { isMissing: boolean; isUnknown: boolean },
): Fault | undefined {
  if (reads === 'reply' && isUnknown)
    return [`${at} is gone`, 'reply with it until the last pages that read it are gone']
  // An optional field of the previous version may become required, because its servers always reply with it.
  if (!isMissing || (reads === 'formerReply' && !isUnknown)) return undefined
  if (reads === 'reply') return [`${at} is no longer always there`, 'reply with it always']
  return reads === 'request'
    ? [`${at} is required`, 'make it optional for one release; without it, keep what is stored']
    : [`${at} is new`, 'make it optional for one release, and let pages work without it']
}

function unreadFault(reader: Schema, at: string): Fault {
  return reader.additionalProperties === false
    ? [`${at} is refused`, 'accept it for one release, read or not']
    : [`${at} is no longer read`, 'read it for one release']
}

function compareValues(writer: Schema, reader: Schema, place: string, sides: Sides): Fault[] {
  const readable = valuesOf(reader)
  // Pages ignore values of replies that they do not know.
  if (!readable || sides.reads !== 'request') return []
  const values = valuesOf(writer)
  if (!values) return [[`${place} takes listed values only`, 'accept all values for one release']]
  const refused = values.filter((value) => !readable.includes(value))
  return refused.map((value) => [
    `${place} refuses ${JSON.stringify(value)}`,
    'accept that value for one release',
  ])
}

function valuesOf(schema: Schema): unknown[] | undefined {
  return schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
}

function compareLimits(writer: Schema, reader: Schema, place: string): Fault[] {
  const advice = 'accept what the version before accepts for one release'
  const tighter = [
    ...lowerLimits.filter((key) => limit(reader, key, 0) > limit(writer, key, 0)),
    ...upperLimits.filter((key) => limit(reader, key, Infinity) < limit(writer, key, Infinity)),
    ...(reader['pattern'] !== undefined && reader['pattern'] !== writer['pattern']
      ? ['pattern']
      : []),
  ]
  return tighter.map((key) => [`${place} has a narrower ${key}`, advice])
}

function limit(schema: Schema, key: string, otherwise: number): number {
  return typeof schema[key] === 'number' ? schema[key] : otherwise
}

/** Follows a reference and merges `allOf`. The schema's own keywords take precedence, then the earlier parts. */
function resolve(schema: Schema, wire: Wire): Schema {
  const { $ref, allOf = [], ...own } = schema
  const referred = $ref === undefined ? [] : [wire.schemas[$ref.split('/').at(-1) ?? ''] ?? {}]
  return [...referred, ...allOf].reduce<Schema>((merged, part) => {
    const next = resolve(part, wire)
    return {
      ...next,
      ...merged,
      ...(next.properties && { properties: { ...next.properties, ...merged.properties } }),
      ...(next.required && { required: [...next.required, ...(merged.required ?? [])] }),
    }
  }, own)
}
