import * as z from 'zod/mini'
import { minEvidenceLength } from '#contract/approval.ts'
import { auditAction } from '#contract/audit-filters.ts'
import { publicKey, secretMembers } from '#contract/key-set.ts'
import { pngFile } from '#contract/image.ts'
import { passwordLength } from '#contract/password-length.ts'
import { actions } from '#contract/audit-action.ts'

export type Json = Record<string, unknown>

/** Parts of zod's internal definitions that the documents are made from. */
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
  /** Kind of a check; `error` returns the rule that it reports. */
  check?: string
  error?: (issue: object) => unknown
}

/** Returns the internal definition of a zod schema or check. */
export function definitionOf(part: z.core.$ZodType | z.core.$ZodCheck): Definition {
  // oxlint-disable-next-line no-underscore-dangle -- zod has no other name for it
  const definition: object = part._zod.def
  return definition as Definition
}

/**
 * Returns the JSON schema of a contract's schema, for the OpenAPI document: of what a call sends (`input`) or of what
 * it answers (`output`).
 */
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
      if (zodSchema === publicKey) forbidSecrets(jsonSchema)
      if (io === 'output') allowUnknownKeys(jsonSchema)
    },
  }) as Json
  return rest
}

/** Returns a contract's schema and all schemas within it. */
export function partsOf(schema: z.ZodMiniType): z.core.$ZodType[] {
  const parts: z.core.$ZodType[] = []
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ zodSchema }) => void parts.push(zodSchema),
  })
  return parts
}

/** Returns a body's schema that forbids unknown keys, at the first level only: the server ignores deeper ones. */
export function withoutUnknownKeys(schema: Json): Json {
  if (Array.isArray(schema['anyOf']))
    return { ...schema, anyOf: (schema['anyOf'] as Json[]).map(withoutUnknownKeys) }
  return schema['type'] === 'object' ? { ...schema, additionalProperties: false } : schema
}

/** Rewrites a schema for client generators: an array gets `items`, and a record with fixed keys becomes an object. */
function complete(schema: Json): void {
  const tupleItems = schema['prefixItems'] as Json[] | undefined
  if (tupleItems) schema['items'] = tupleItems.length === 1 ? tupleItems[0] : { anyOf: tupleItems }
  delete schema['prefixItems']
  if (schema['type'] === 'array') schema['items'] ??= {}
  const names = (schema['propertyNames'] as { enum?: string[] } | undefined)?.enum
  if (!names) return
  const value = schema['additionalProperties']
  schema['properties'] = Object.fromEntries(names.map((name) => [name, value]))
  schema['additionalProperties'] = false
  delete schema['propertyNames']
}

/** Removes patterns of several hundred characters that only repeat a format, and the bounds of safe integers. */
function simplify(schema: Json, { format, offset, local }: Definition): void {
  if (['date-time', 'date', 'uuid'].includes(String(schema['format']))) delete schema['pattern']
  // Zod accepts only UTC then, which the format `date-time` does not say.
  if (format === 'datetime' && !offset && !local) schema['pattern'] = 'Z$'
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
}

/** Allows unknown keys in a response, because any version may add fields. */
function allowUnknownKeys(schema: Json): void {
  if (schema['properties'] && schema['additionalProperties'] === false)
    delete schema['additionalProperties']
}

// Control characters, and all characters that NFKC turns into an equals sign.
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

/**
 * JSON schemas of the rules that contracts check by functions, by the name of the rule. Some accept less than their
 * function: ports have at most four digits, and IPv6 addresses only some forms.
 */
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
  evidenceTooShort: { minLength: minEvidenceLength },
  invalidCidr: {
    pattern: `^(?:${ipv4}(?:/(?:3[0-2]|[12]?[0-9]))?|${ipv6}(?:/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9]))?)$`,
  },
  invalidAddress: { format: 'uri', pattern: `^${site}(?:[/?][!"$-)+-[\\]-~]*)?$` },
  invalidOrigin: { format: 'uri', pattern: `^${site}/?$` },
  invalidApi: { format: 'uri', pattern: '^\\s*[A-Za-z][A-Za-z0-9+.-]*:[!$-)+-;=?-\\[\\]-~]+\\s*$' },
  invalidColor: { pattern: '^\\s*#[0-9A-Fa-f]{6}\\s*$' },
}

/** Descriptions of fields whose names do not explain them, by the name of the field's rule. */
const ruleDescriptions: Readonly<Record<string, string>> = {
  humanCheckMissing:
    'The solved challenge of GET /api/human-check/challenge, as the widget of ALTCHA gives it',
}

/** Schema of the rule `required` for a text that is trimmed first. */
const visible = { pattern: '\\S' }

/** Merges the three rules of a free text into one pattern, which is easier to read. */
function mergeTextRules(parts: readonly Json[]): readonly Json[] {
  const { invalidEmail, invalidCharacters, startsWithEquals } = restrictions
  // The pattern of an email address excludes whatever the other rules forbid.
  if (parts.includes(invalidEmail!)) return [invalidEmail!]
  if (!parts.includes(invalidCharacters!) || !parts.includes(startsWithEquals!)) return parts
  const line = `[^\\s${equalsSigns}${control}][^${control}]*`
  const pattern = parts.includes(visible) ? `^\\s*${line}$` : `^\\s*(?:${line})?$`
  const replaced = [invalidCharacters, startsWithEquals, visible]
  return [...parts.filter((each) => !replaced.includes(each)), { pattern }]
}

/** Forbids the private members of a key. */
function forbidSecrets(schema: Json): void {
  const properties = schema['properties'] as Json
  for (const name of secretMembers) properties[name] = { not: {} }
}

/** Adds the rules of a string to its JSON schema. Strings only: JSON Schema cannot express rules across fields. */
function restrict(schema: Json, zodSchema: z.core.$ZodType): void {
  if (schema['type'] !== 'string') return
  const checks = (definitionOf(zodSchema).checks ?? []).map(definitionOf)
  // Zod's kind of a check that changes the value. In contracts, each one also trims.
  const isTrimmed = checks.some(({ check }) => check === 'overwrite')
  const parts = checks.flatMap(({ check: kind, error }) => {
    const rule = String(error?.({}) ?? '')
    if (ruleDescriptions[rule] !== undefined) return [{ description: ruleDescriptions[rule] }]
    if (kind === 'min_length' && rule === 'required' && isTrimmed) return [visible]
    return kind === 'custom' && restrictions[rule] ? [restrictions[rule]] : []
  })
  const rules = [...new Set(mergeTextRules(parts))]
  const all = [schema['pattern'], ...rules.map(({ pattern }) => pattern)].filter(Boolean)
  // Any other pattern of a required text already demands a visible character.
  const patterns = all.filter((each) => each !== visible.pattern || all.length === 1)
  Object.assign(schema, ...rules)
  delete schema['pattern']
  if (patterns.length === 1) schema['pattern'] = patterns[0]
  if (patterns.length > 1)
    schema['allOf'] = [
      ...((schema['allOf'] as Json[] | undefined) ?? []),
      ...patterns.map((pattern) => ({ pattern })),
    ]
}
