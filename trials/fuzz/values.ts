import fc from 'fast-check'

export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Existing ids and addresses by the lowercase name of a field or parameter. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Values that have broken programs: of another type, too long, too large, in another alphabet. */
const nasty: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u001f',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066x',
  'é'.normalize('NFD'),
  '\ufeff',
  '😀'.repeat(40),
  'İ',
  'ﬃ',
  '%00',
  '%',
  '%ff',
  '../../etc/passwd',
  '\\',
  "' or 1=1--",
  '"; drop table users; --',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '=1+1',
  '<script>',
  'null',
  'undefined',
  'true',
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  '0',
  '-1',
  '1e309',
  '0x10',
  '9007199254740993',
  '2147483648',
  '0000-01-01',
  '9999-12-31',
  '9999-12-31T23:59:59.999-23:59',
  '-000001-01-01T00:00:00Z',
  '2024-02-30',
  '00000000-0000-0000-0000-000000000000',
  'a@b.c',
  `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
  '@',
  'http://[::1',
  'javascript:alert(1)',
  'http://localhost:8080@evil.test',
  '::ffff:1.2.3.4/200',
  '0.0.0.0/0',
  'a'.repeat(300),
  'a'.repeat(5_000),
  '/'.repeat(900),
  '\n\r\t',
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  [''],
  { length: 1 },
  { length: { toString: 1 } },
  { toString: 1 },
  { toJSON: 1 },
  { __proto__: null, a: 1 },
  Array.from({ length: 300 }, () => 'a'),
]

export const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty.filter((each) => typeof each === 'string')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 80 }) },
)

export const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** The share of existing values to use: most, or all if any are known. */
export type Meant = { known: Known; which: 'most' | 'all' }

/** Generates values that match the schema. */
export function valueOf(
  schema: Schema,
  name: string,
  { known, which }: Meant,
): fc.Arbitrary<unknown> {
  // Leaves out cursors, because every invented cursor is refused.
  if (name === 'cursor')
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: which === 'all' ? 0 : 1, arbitrary: anyText },
    )
  const meant = known[name.toLowerCase()]?.filter((each) => fits(each, schema))
  const choices = schema.anyOf ?? schema.oneOf
  const plain = choices
    ? fc.oneof(
        ...choices.map((each) =>
          // Fields of a body have names; alternatives of a single value have none and inherit the known values.
          valueOf(each, name, { known: name === '' ? known : {}, which }),
        ),
      )
    : ofType(schema, { known, which })
  if (!meant?.length) return plain
  const arbitrary = fc.constantFrom(...meant)
  return which === 'all'
    ? arbitrary
    : fc.oneof({ weight: 5, arbitrary }, { weight: 1, arbitrary: plain })
}

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  'date-time': /T/,
  date: /^[\d-]{10}$/,
}

function fits(value: unknown, schema: Schema): boolean {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.some((each) => fits(value, each))
  if (Array.isArray(value)) return value.every((each) => fits(each, schema.items ?? {}))
  if (typeof value === 'object' && value !== null) return schema.properties !== undefined
  if (schema.enum) return schema.enum.includes(value)
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  if (value === null) return types?.includes('null') ?? true
  if (typeof value !== 'string') return true
  if (types && !types.includes('string')) return false
  const patterns = [schema.pattern ?? '', formats[schema.format ?? ''] ?? '']
  return patterns.every((pattern) => new RegExp(pattern).test(value))
}

function ofType(schema: Schema, meant: Meant): fc.Arbitrary<unknown> {
  const types = [schema.type ?? []].flat()
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (types.length > 1) return fc.oneof(...types.map((type) => ofType({ ...schema, type }, meant)))
  const [type] = types
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 })
  if (type === 'array')
    return fc.uniqueArray(valueOf(schema.items ?? {}, '', meant), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.max(schema.minItems ?? 0, 2),
      selector: (value) => JSON.stringify(value),
    })
  if (type === 'object' || schema.properties) return objectOf(schema, meant)
  return textOf(schema)
}

function objectOf({ properties = {}, required = [] }: Schema, meant: Meant): fc.Arbitrary<unknown> {
  const parts = Object.entries(properties).map(([name, each]) => [name, valueOf(each, name, meant)])
  return fc.record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
  })
}

function textOf({ pattern, format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid({ version: 4 })
  if (format === 'date-time' || format === 'date')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, format === 'date' ? 10 : undefined))
  if (pattern !== undefined && pattern.length < 60) return fc.stringMatching(new RegExp(pattern))
  return fc.string({
    unit: fc.constantFrom(...'abcXYZ019 -.'),
    minLength: Math.max(minLength, 1),
    maxLength: Math.min(Math.max(maxLength, 1), 40),
  })
}
