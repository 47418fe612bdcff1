import * as z from 'zod/mini'
import { leastEvidence } from '#contract/approval.ts'
import { auditAction } from '#contract/audit-filters.ts'
import { publicKey, secretMembers } from '#contract/key-set.ts'
import { pngFile } from '#contract/image.ts'
import { passwordLength } from '#contract/password-length.ts'
import { actions } from '#contract/audit-action.ts'

export type Json = Record<string, unknown>

export type Definition = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  items?: z.ZodMiniType[]
  values?: unknown[]
  entries?: Record<string, unknown>
  in?: z.ZodMiniType
  format?: string
  offset?: boolean
  local?: boolean
  checks?: z.core.$ZodCheck[]
  /** Of a check: its kind, and the rule that it reports. */
  check?: string
  error?: (issue: object) => unknown
}

/** What a schema or a check of zod is made of. */
export function definitionOf(part: z.core.$ZodType | z.core.$ZodCheck): Definition {
  // oxlint-disable-next-line no-underscore-dangle -- zod has no other name for it
  return part._zod.def as unknown as Definition
}

/** The JSON schema of a contract's schema, as the OpenAPI document has it: of what is sent, or of what is answered. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): Json {
  if (schema === pngFile) return { type: 'string', format: 'binary' }
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      complete(jsonSchema)
      simplify(jsonSchema, definitionOf(zodSchema))
      if (zodSchema === auditAction) Object.assign(jsonSchema, { enum: [...actions].sort() })
      restrict(jsonSchema, zodSchema)
      if (zodSchema === publicKey) withoutSecrets(jsonSchema)
      if (io === 'output') open(jsonSchema)
    },
  }) as Json
  return rest
}

/** A body with a key that the schema does not know is refused; below the first level such a key is ignored. */
export function closed(schema: Json): Json {
  if (Array.isArray(schema['anyOf']))
    return { ...schema, anyOf: (schema['anyOf'] as Json[]).map(closed) }
  return schema['type'] === 'object' ? { ...schema, additionalProperties: false } : schema
}

/** As generators of clients expect it: arrays of items, and a record of known keys as an object. */
function complete(schema: Json): void {
  const first = schema['prefixItems'] as Json[] | undefined
  if (first) schema['items'] = first.length === 1 ? first[0] : { anyOf: first }
  delete schema['prefixItems']
  if (schema['type'] === 'array') schema['items'] ??= {}
  const names = (schema['propertyNames'] as { enum?: string[] } | undefined)?.enum
  if (!names) return
  const value = schema['additionalProperties']
  schema['properties'] = Object.fromEntries(names.map((name) => [name, value]))
  schema['additionalProperties'] = false
  delete schema['propertyNames']
}

/** The formats say what their patterns of several hundred characters repeat. */
function simplify(schema: Json, { format, offset, local }: Definition): void {
  if (['date-time', 'date', 'uuid'].includes(String(schema['format']))) delete schema['pattern']
  if (format === 'datetime' && !offset && !local) schema['pattern'] = 'Z$'
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
}

/** Answers may get further fields with any version. */
function open(schema: Json): void {
  if (schema['properties'] && schema['additionalProperties'] === false)
    delete schema['additionalProperties']
}

// A control character, and whatever NFKC makes an equals sign.
const control = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029'
const equalsSigns = '=\\u207c\\u208c\\u2a75\\u2a76\\ufe66\\uff1d'
const atext = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const lastLabel = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const byte = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])'
const ipv4 = `${byte}(?:\\.${byte}){3}`
const group = '[0-9A-Fa-f]{1,4}'
const ipv6 = `(?:(?:${group}:){7}${group}|(?:${group}:){1,5}(?::${group}){1,2}|(?:${group}:){1,6}:)`
const host = `(?:${ipv4}|(?:${label}\\.)*${lastLabel})`
const site = `(?:https://${host}|http://(?:localhost|127\\.0\\.0\\.1))(?::[1-9][0-9]{0,3})?`

/** What JSON schema can say of rules that the contracts check by functions, by the name of the rule. */
const restrictions: Readonly<Record<string, Json>> = {
  invalidEmail: {
    format: 'email',
    allOf: [{ pattern: '^.{1,64}@.{1,190}$' }],
    pattern: `^[A-Za-z0-9!#$%&'*+/?^_\`{|}~-]${atext}*(?:\\.${atext}+)*@(?:${label}\\.)+${lastLabel}$`,
  },
  invalidCharacters: { pattern: `^\\s*[^${control}]*\\s*$` },
  startsWithEquals: { pattern: `^\\s*(?:[^\\s${equalsSigns}]|$)` },
  invalidTimeZone: { enum: [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort() },
  tooShort: { minLength: passwordLength.minimum, maxLength: passwordLength.maximum },
  evidenceTooShort: { minLength: leastEvidence },
  invalidCidr: {
    pattern: `^(?:${ipv4}(?:/(?:3[0-2]|[12]?[0-9]))?|${ipv6}(?:/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9]))?)$`,
  },
  invalidAddress: { format: 'uri', pattern: `^${site}(?:[/?][!"$-)+-[\\]-~]*)?$` },
  invalidOrigin: { format: 'uri', pattern: `^${site}/?$` },
  invalidApi: { format: 'uri', pattern: '^\\s*[A-Za-z][A-Za-z0-9+.-]*:[!$-)+-;=?-\\[\\]-~]+\\s*$' },
  invalidColor: { pattern: '^\\s*#[0-9A-Fa-f]{6}\\s*$' },
}

/** What cannot be seen from its name. */
const described: Readonly<Record<string, string>> = {
  humanCheckMissing:
    'The solved challenge of GET /api/human-check/challenge, as the widget of ALTCHA gives it',
}

/** The rule `required` follows the trimming of a text. */
const visible = { pattern: '\\S' }

/** One pattern of a free text is easier to read than three. */
function joined(found: readonly Json[]): readonly Json[] {
  const { invalidEmail, invalidCharacters, startsWithEquals } = restrictions
  if (found.includes(invalidEmail!)) return [invalidEmail!]
  if (!found.includes(invalidCharacters!) || !found.includes(startsWithEquals!)) return found
  const line = `[^\\s${equalsSigns}${control}][^${control}]*`
  const pattern = found.includes(visible) ? `^\\s*${line}$` : `^\\s*(?:${line})?$`
  const replaced = [invalidCharacters, startsWithEquals, visible]
  return [...found.filter((each) => !replaced.includes(each)), { pattern }]
}

/** A key with a private member is refused. */
function withoutSecrets(schema: Json): void {
  const properties = schema['properties'] as Json
  for (const name of secretMembers) properties[name] = { not: {} }
}

/** Of a text: a rule across fields is nothing that a schema can say. */
function restrict(schema: Json, zodSchema: z.core.$ZodType): void {
  if (schema['type'] !== 'string') return
  const checks = (definitionOf(zodSchema).checks ?? []).map(definitionOf)
  const isTrimmed = checks.some(({ check }) => check === 'overwrite')
  const found = checks.flatMap(({ check: kind, error }) => {
    const rule = String(error?.({}) ?? '')
    if (described[rule] !== undefined) return [{ description: described[rule] }]
    const isText = kind === 'min_length' && rule === 'required' && isTrimmed
    if (isText) return [visible]
    return kind === 'custom' && restrictions[rule] ? [restrictions[rule]] : []
  })
  const useful = [...new Set(joined(found))]
  const all = [schema['pattern'], ...useful.map(({ pattern }) => pattern)].filter(Boolean)
  const patterns = all.filter((each) => each !== visible.pattern || all.length === 1)
  Object.assign(schema, ...useful)
  delete schema['pattern']
  if (patterns.length === 1) schema['pattern'] = patterns[0]
  if (patterns.length > 1)
    schema['allOf'] = [
      ...((schema['allOf'] as Json[] | undefined) ?? []),
      ...patterns.map((pattern) => ({ pattern })),
    ]
}
