import * as z from 'zod/mini'

/** Names of schemas in the OpenAPI document. */
export const schemaNames = new Map<z.ZodMiniType, string>()

/**
 * Names a schema in the OpenAPI document, and returns it. The document uses the name for equal unnamed schemas, too
 * (`app/named-schemas.ts`). The name must be a string literal, because `vite.config.ts` removes the calls from the
 * scripts of pages by a pattern. Bundlers drop a call whose schema is unused.
 */
// @__NO_SIDE_EFFECTS__
export function named<Schema extends z.ZodMiniType>(name: string, schema: Schema): Schema {
  schemaNames.set(schema, name)
  return schema
}

/** Returns the schema of an object, and names it like `named`. */
// @__NO_SIDE_EFFECTS__
export function namedObject<Shape extends z.core.$ZodShape>(name: string, shape: Shape) {
  return named(name, z.object(shape))
}
