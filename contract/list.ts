import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** The largest total that is counted exactly; larger ones are estimated. */
export const exactTotal = 10_000

/**
 * The largest number of users or invitations of a company or platform that lists count exactly. Larger numbers are
 * `maxListedCount` + 1.
 */
export const maxListedCount = 1_000

/** The number of matching rows, from the headers of a list's first page. */
export type Total = { count: number; isEstimated: boolean }

/** Response headers of a list. */
export const listHeaders = {
  cursor: 'x-next-cursor',
  url: 'x-next-url',
  total: 'x-total-count',
  estimated: 'x-total-estimated',
  /** The number of rows searched, present if the search stopped at its limit. The page may lack matching rows. */
  scanned: 'x-rows-scanned',
  /** The time of the rows' data, present if a follower of the database answered. */
  asOf: 'x-as-of',
} as const

export type PageFacts = {
  /** The cursor of the next page, if there is one. */
  next: string | undefined
  /** The total, on the first page of a list that counts its rows. */
  total: Total | undefined
  /** The number of rows searched, if the search stopped at its limit: more rows may match. */
  scanned: number | undefined
  /** The time of the rows' data, if a follower answered. */
  asOf: string | undefined
}

/** Reads the facts about a page from the headers of a list. */
export function pageFacts(headers: Headers): PageFacts {
  const [count, scanned] = [headers.get(listHeaders.total), headers.get(listHeaders.scanned)]
  const isEstimated = headers.get(listHeaders.estimated) === 'true'
  return {
    next: headers.get(listHeaders.cursor) ?? undefined,
    total: count === null ? undefined : { count: Number(count), isEstimated },
    scanned: scanned === null ? undefined : Number(scanned),
    asOf: headers.get(listHeaders.asOf) ?? undefined,
  }
}

/** Returns the schema of the query `sort`: an indexed column, prefixed by `-` for descending order. */
export function sortedBy<const Names extends readonly [string, ...string[]]>(...names: Names) {
  const descending = names.map((name) => `-${name}`) as { [N in keyof Names]: `-${Names[N]}` }
  return z.optional(z.enum([...names, ...descending]))
}

/** Returns the schema of a query with one or more of the values, separated by commas. */
export function anyOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.optional(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'string' ? value.split(',') : value)),
      z.array(z.enum(values)).check(z.minLength(1), z.maxLength(values.length)),
    ),
  )
}

/**
 * Returns the values of a query parameter that `z.enum` or `anyOf` declares; `isSeveral` is true if the query takes
 * several of them. Throws for any other parameter.
 */
export function choicesOf(
  endpoint: Endpoint,
  name: string,
): { values: readonly string[]; isSeveral: boolean } {
  let schema: object | undefined = endpoint.query?.shape[name]
  let isSeveral = false
  while (schema) {
    const { def } = schema as Readonly<Record<'def', z.core.$ZodTypes['_zod']['def']>>
    if (def.type === 'enum') return { values: Object.values(def.entries).map(String), isSeveral }
    isSeveral ||= def.type === 'array'
    if (def.type === 'array') schema = def.element
    else if (def.type === 'optional') schema = def.innerType
    else schema = def.type === 'pipe' ? def.out : undefined
  }
  throw new Error(`${endpoint.path} has no list of values for ${name}`)
}

/** Returns the parameters that the query of the endpoint declares, without all others. */
export function queryFor<Value>(
  endpoint: Endpoint,
  search: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const names = endpoint.query?.shape ?? {}
  return Object.fromEntries(Object.entries(search).filter(([name]) => name in names))
}

/** Returns true if the endpoint of a list supports this sort. */
export function isSortOf(endpoint: Endpoint, sort: string): boolean {
  const schema = endpoint.query?.shape['sort'] as z.ZodMiniType | undefined
  return schema?.safeParse(sort).success ?? false
}
