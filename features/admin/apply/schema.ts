import * as z from 'zod/mini'
import { secretSource, type ConfigurationSection } from '#domain/settings/configuration-section.ts'

export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  required?: string[]
  additionalProperties?: unknown
}

/** Returns the schema of an item in the file, including the field for its secret. */
export function itemSchemaOf({ schema, secret }: ConfigurationSection): z.ZodMiniObject {
  return secret ? z.extend(schema, { secret: z.optional(secretSource) }) : schema
}

/** Returns the JSON Schema of a configuration file for editors and pipelines. */
export function fileSchema(sections: readonly ConfigurationSection[]): JsonSchema {
  const properties = Object.fromEntries(
    sections.map((section) => {
      const item = closeSchema(jsonSchemaOf(itemSchemaOf(section)))
      return [section.name, section.keys.length === 0 ? item : { type: 'array', items: item }]
    }),
  )
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Portico' }
  return { ...head, type: 'object', properties, additionalProperties: false }
}

function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as JsonSchema
}

/** Rejects properties that the schema does not define. */
function closeSchema(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, closeSchema(each)]),
      ),
      // Keys of a JWK set, which have a `kty`, may have members that are not stored.
      ...(!('kty' in properties) && { additionalProperties: false }),
    }),
    ...(items && { items: closeSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(closeSchema) }),
  }
}
