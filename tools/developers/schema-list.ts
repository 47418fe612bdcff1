import { escapeHtml } from '#contract/mail.ts'
import type { Schema } from './openapi-document.ts'

const maxDepth = 6

/** Returns the list of a schema's fields, with nested lists for objects. */
export function fieldList(schema: Schema, depth = 0): string {
  const nonNull = withoutNull(schema)
  if (depth > maxDepth) return ''
  const variants = (nonNull.anyOf ?? nonNull.oneOf)?.map(withoutNull)
  if (variants) return variantList(variants, depth)
  if (nonNull.allOf) return fieldList(merged(nonNull), depth)
  if (nonNull.items) return fieldList(nonNull.items, depth)
  const entries = Object.entries(nonNull.properties ?? {})
  if (entries.length === 0) return ''
  const items = entries.map(([name, each]) => {
    const isRequired = nonNull.required?.includes(name) ?? false
    return field({ name, schema: each, isRequired, inner: fieldList(each, depth + 1) })
  })
  return `<ul class="fields">${items.join('')}</ul>`
}

type Field = {
  name: string
  schema: Schema
  isRequired: boolean
  description?: string | undefined
  /** The list of the field's own fields. */
  inner?: string
}

export function field({ name, schema, isRequired, description, inner = '' }: Field): string {
  const text = description ?? (schema['description'] as string | undefined)
  return [
    `<li><code class="name">${escapeHtml(name)}</code> <span class="type">${escapeHtml(typeOf(schema))}</span>`,
    isRequired ? ' <span class="required">required</span>' : '',
    text === undefined ? '' : `<p>${escapeHtml(text)}</p>`,
    notesOf(schema),
    inner === '' ? '' : `<details><summary>Show fields</summary>${inner}</details>`,
    '</li>',
  ].join('')
}

function variantList(variants: readonly Schema[], depth: number): string {
  const lists = variants.map((each) => fieldList(each, depth + 1)).filter(Boolean)
  if (lists.length < 2) return lists[0] ?? ''
  const items = lists.map((list, index) => `<li><p>Option ${index + 1}</p>${list}</li>`)
  return `<ul class="variants">${items.join('')}</ul>`
}

function merged({ allOf = [], ...own }: Schema): Schema {
  const all = [...allOf, own]
  return {
    ...own,
    type: 'object',
    properties: Object.assign({}, ...all.map(({ properties = {} }) => properties)),
    required: all.flatMap(({ required = [] }) => required),
  }
}

/** Returns the only other variant of a schema that also allows null; any other schema unchanged. */
function withoutNull(schema: Schema): Schema {
  const variants = schema.anyOf ?? schema.oneOf
  const others = variants?.filter(({ type }) => type !== 'null')
  return others?.length === 1 ? ({ ...schema, anyOf: undefined, ...others[0] } as Schema) : schema
}

/** Returns a short description of a value's type. */
function typeOf(schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (schema.allOf && schema.type === undefined) return 'object'
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'any'}`
  const format = schema['format'] as string | undefined
  const type = schema.type ?? (schema.enum ? 'string' : 'any')
  return format === undefined || type !== 'string' ? type : format
}

function notesOf(schema: Schema): string {
  const nonNull = withoutNull(schema)
  const single = nonNull.items ? withoutNull(nonNull.items) : nonNull
  const values = single.enum?.map((each) => `<code>${escapeHtml(JSON.stringify(each))}</code>`)
  const { minimum, maximum, maxLength, maxItems, default: preset } = nonNull
  const pattern = 'format' in nonNull ? undefined : (nonNull['pattern'] as string | undefined)
  const notes = [
    values && `One of ${values.join(', ')}`,
    typeof minimum === 'number' && `From ${minimum}`,
    typeof maximum === 'number' && `Up to ${maximum}`,
    maxLength !== undefined && `At most ${String(maxLength)} characters`,
    maxItems !== undefined && `At most ${String(maxItems)} items`,
    pattern !== undefined && pattern.length < 60 && `Matches <code>${escapeHtml(pattern)}</code>`,
    preset !== undefined && `Default <code>${escapeHtml(JSON.stringify(preset))}</code>`,
  ].filter(Boolean)
  return notes.length > 0 ? `<p class="notes">${notes.join(' · ')}</p>` : ''
}
